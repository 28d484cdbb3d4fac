#include "judge/player/pieces.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace judge {

namespace {

constexpr std::size_t k_most_one_by_one = 64, k_most_told = 256, k_most_bytes_of_names = 64 << 10;

bool are_alike(const Piece& a, const Piece& b) {
  const auto shape = [](const Piece& piece) {
    return std::tie(piece.what, piece.grid, piece.block, piece.registers, piece.shared_bytes, piece.bytes, piece.stream);
  };
  return shape(a) == shape(b);
}

void join(Piece& sum, const Piece& piece) {
  sum.count += piece.count;
  sum.gap_ns += piece.gap_ns;
  sum.duration_ns += piece.duration_ns;
}

}  // namespace

std::vector<Piece> pieces_to_tell(std::vector<Piece> pieces) {
  if (pieces.size() <= k_most_one_by_one) return pieces;
  std::vector<Piece> told;
  Piece others{.what = "others", .count = 0};
  std::size_t bytes_of_names = 0;
  for (auto& piece : pieces) {
    const auto alike = std::ranges::find_if(told, [&](const Piece& other) { return are_alike(piece, other); });
    if (alike != told.end()) {
      join(*alike, piece);
    } else if (told.size() == k_most_told || bytes_of_names + piece.what.size() > k_most_bytes_of_names) {
      join(others, piece);
    } else {
      bytes_of_names += piece.what.size();
      told.push_back(std::move(piece));
    }
  }
  if (others.count > 0) told.push_back(std::move(others));
  return told;
}

PieceLog::~PieceLog() {
  for (const auto& entry : m_entries)
    for (const cuda::Event event : {entry.before, entry.after})
      if (event) m_runtime->cuda.cudaEventDestroy(event);
}

void PieceLog::listen(Tracer::Hooks& hooks) {
  hooks.piece_begins = [this](cuda::Stream stream) { begin(stream); };
  hooks.piece_ends = [this](cuda::Stream stream, Piece piece) { end(stream, std::move(piece)); };
}

void PieceLog::begin(cuda::Stream stream) {
  Entry& entry = m_entries.emplace_back();
  entry.stream = stream;
  m_runtime->cuda.cudaEventCreateWithFlags(&entry.before, 0);
  m_runtime->cuda.cudaEventCreateWithFlags(&entry.after, 0);
  m_runtime->cuda.cudaEventRecord(entry.before, stream);
}

void PieceLog::end(cuda::Stream stream, Piece piece) {
  // Threads of the attempt may take turns: the newest that still waits for its end on this stream.
  const auto waits = [&](const Entry& entry) { return entry.stream == stream && !entry.is_timed; };
  const auto found = std::ranges::find_if(m_entries.rbegin(), m_entries.rend(), waits);
  if (found == m_entries.rend()) return;
  found->is_timed = m_runtime->cuda.cudaEventRecord(found->after, stream) == cuda::success;
  found->piece = std::move(piece);
  found->piece.stream = number_of(stream);
}

int PieceLog::number_of(cuda::Stream stream) {
  auto found = std::ranges::find(m_streams, stream);
  if (found == m_streams.end()) found = m_streams.insert(found, stream);
  return static_cast<int>(found - m_streams.begin());
}

std::optional<double> PieceLog::between_ns(cuda::Event from, cuda::Event to) const {
  float milliseconds = 0;
  if (m_runtime->cuda.cudaEventElapsedTime(&milliseconds, from, to) == cuda::success)
    return static_cast<double>(milliseconds) * 1e6;
  m_runtime->cuda.cudaGetLastError();
  return std::nullopt;
}

std::vector<Piece> PieceLog::finish() {
  std::vector<Piece> pieces;
  std::map<int, cuda::Event> last_on_stream;
  for (auto& [piece, stream, before, after, is_timed] : m_entries) {
    const auto duration_ns = is_timed ? between_ns(before, after) : std::nullopt;
    if (!duration_ns) continue;
    piece.duration_ns = *duration_ns;
    if (const auto last = last_on_stream.find(piece.stream); last != last_on_stream.end())
      piece.gap_ns = between_ns(last->second, before).value_or(0);
    last_on_stream[piece.stream] = after;
    pieces.push_back(std::move(piece));
  }
  return pieces_to_tell(std::move(pieces));
}

}  // namespace judge
