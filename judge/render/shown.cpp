#include "judge/render/shown.hpp"

#include "judge/util/described_json.hpp"

namespace judge {

std::string in_format(Format format, const Shown& shown) {
  switch (format) {
    case Format::json: return json_text(shown.document(), 2) + '\n';
    case Format::csv: return shown.csv();
    case Format::markdown: return shown.markdown();
    case Format::text: break;
  }
  return shown.text();
}

}  // namespace judge
