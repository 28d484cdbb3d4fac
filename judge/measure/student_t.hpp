#pragma once

namespace judge {

/// t with P(T > t) = tail, for Student's distribution with a whole number of degrees of freedom (at least 1), tail in
/// (0, 1/2). From the finite series of Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
double student_t_quantile(int degrees, double tail);

}  // namespace judge
