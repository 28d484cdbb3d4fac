#include <judge/reference.h>

extern "C" void reference(const int* input, int* output, int, int M, int K, int S_DEP, int E_DEP, int S_ROW, int E_ROW,
                          int S_COL, int E_COL) {
  std::int64_t sum = 0;
#pragma omp parallel for collapse(2) reduction(+ : sum)
  for (int dep = S_DEP; dep <= E_DEP; ++dep)
    for (int row = S_ROW; row <= E_ROW; ++row) {
      const int* in = input + (static_cast<std::int64_t>(dep) * M + row) * K;
      for (int col = S_COL; col <= E_COL; ++col) sum += in[col];
    }
  output[0] = static_cast<int>(sum);
}

// Outside 7; within 1, with 10 in the eight corners.
extern "C" void generate(const char*, std::uint64_t, int* input, int*, int N, int M, int K, int S_DEP, int E_DEP,
                         int S_ROW, int E_ROW, int S_COL, int E_COL) {
  for (int dep = 0; dep < N; ++dep)
    for (int row = 0; row < M; ++row)
      for (int col = 0; col < K; ++col) {
        const bool within =
            dep >= S_DEP && dep <= E_DEP && row >= S_ROW && row <= E_ROW && col >= S_COL && col <= E_COL;
        const bool corner = (dep == S_DEP || dep == E_DEP) && (row == S_ROW || row == E_ROW) &&
                            (col == S_COL || col == E_COL);
        input[(static_cast<std::int64_t>(dep) * M + row) * K + col] = corner ? 10 : within ? 1 : 7;
      }
}
