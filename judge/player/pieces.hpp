#pragma once

#include <optional>
#include <vector>

#include "judge/player/tracer.hpp"

namespace judge {

/// What is told of a call's pieces. Up to 64 are told as they are. Of more, those that are alike in all but their times become one,
/// where the first of them was; and what is then still too much for a message becomes one of the name "others", at the end.
std::vector<Piece> pieces_to_tell(std::vector<Piece> pieces);

/// Times each piece of a call's work between two events of its own, beside the bracket around the whole. Events order the
/// pieces of one stream, as the stream itself does; what they cost is the empty bracket, once for each piece.
class PieceLog {
 public:
  explicit PieceLog(const Runtime& runtime) : m_runtime(&runtime) {}
  PieceLog(const PieceLog&) = delete;
  PieceLog& operator=(const PieceLog&) = delete;
  ~PieceLog();

  /// Listens to a call's pieces.
  void listen(Tracer::Hooks& hooks);

  /// After the device is done: the pieces in the order they were queued, as pieces_to_tell() has them. Those that a graph captured ran later or never, so
  /// they have no times and are left out.
  std::vector<Piece> finish();

 private:
  struct Entry {
    Piece piece;
    cuda::Stream stream = nullptr;
    cuda::Event before = nullptr, after = nullptr;
    bool is_timed = false;
  };

  void begin(cuda::Stream stream);
  void end(cuda::Stream stream, Piece piece);
  int number_of(cuda::Stream stream);
  std::optional<double> between_ns(cuda::Event from, cuda::Event to) const;

  const Runtime* m_runtime;
  std::vector<Entry> m_entries;
  std::vector<cuda::Stream> m_streams{nullptr};
};

}  // namespace judge
