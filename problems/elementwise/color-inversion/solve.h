#pragma once

// image is a device pointer to width * height pixels of four bytes each; the result replaces it.
extern "C" void solve(unsigned char* image, int width, int height);
