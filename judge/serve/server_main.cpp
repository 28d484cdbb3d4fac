// judge-server: what `judge serve` becomes. A program of its own, so that `judge` itself needs no library for HTTP.
#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <httplib.h>

#include "judge/model/exit_status.hpp"
#include "judge/passes/target.hpp"
#include "judge/render/output.hpp"
#include "judge/serve/guarded_server.hpp"
#include "judge/serve/serve_options.hpp"
#include "judge/serve/site.hpp"
#include "judge/serve/worker_engine.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

constexpr std::chrono::milliseconds k_stream_patience{500};

SiteRequest request_of(const httplib::Request& from) {
  SiteRequest request{.facts = {.method = from.method,
                                .path = from.path,
                                .hosts = from.get_header_value_count("Host"),
                                .host = from.get_header_value("Host"),
                                .origin = from.get_header_value("Origin"),
                                .fetch_site = from.get_header_value("Sec-Fetch-Site"),
                                .content_type = from.get_header_value("Content-Type"),
                                .cookie = from.get_header_value("Cookie"),
                                .content_length = from.get_header_value("Content-Length"),
                                .content_lengths = from.get_header_value_count("Content-Length"),
                                .has_content_encoding = from.has_header("Content-Encoding"),
                                .has_range = from.has_header("Range"),
                                .has_transfer_encoding = from.has_header("Transfer-Encoding")},
                      .address = from.remote_addr,
                      .query = {},
                      .body = from.body};
  request.query.insert(from.params.begin(), from.params.end());
  return request;
}

void write_reply(SiteReply reply, httplib::Response& to) {
  to.status = reply.status;
  for (const auto& [name, value] : reply.headers) to.set_header(name, value);
  // Through a provider of a known length, since the library compresses anything else, and takes a second for an editor's script.
  const auto body = std::make_shared<const std::string>(std::move(reply.body));
  if (body->empty()) return to.set_content("", reply.type);
  to.set_content_provider(body->size(), reply.type, [body](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
    return sink.write(body->data() + offset, std::min(length, body->size() - offset));
  });
}

void write_events(const GuardedServer& server, Site& site, const SiteRequest& request, httplib::Response& to) {
  std::shared_ptr<EventStream> stream = site.events(request);
  if (!stream) {
    to.status = 429;
    to.set_content("{\"error\": \"Too many pages are open, or you are not signed in.\"}", "application/json");
    return;
  }
  GuardedServer::leave_place();  // streams have limits of their own
  to.set_header("Cache-Control", "no-store");
  to.set_header("X-Accel-Buffering", "no");
  to.set_chunked_content_provider("text/event-stream", [&server, stream](std::size_t, httplib::DataSink& sink) {
    if (server.is_closing()) {
      sink.done();
      return true;
    }
    const auto lines = stream->next(k_stream_patience);
    return lines.empty() || sink.write(lines.data(), lines.size());
  });
}

// All but what a POST brings is answered before the library looks for a route: its routes are regular expressions. What is refused
// here is refused before its body is read, let alone inflated; GuardedServer closes the connection with the body in it.
void add_routes(GuardedServer& server, Site& site) {
  server.set_pre_routing_handler([&server, &site](const httplib::Request& from, httplib::Response& to) {
    const auto request = request_of(from);
    if (auto refusal = site.refuse(request)) {
      write_reply(std::move(*refusal), to);
      return httplib::Server::HandlerResponse::Handled;
    }
    if (from.method == "POST") return httplib::Server::HandlerResponse::Unhandled;
    if (from.path == "/events") write_events(server, site, request, to);
    else write_reply(site.answer(request), to);
    return httplib::Server::HandlerResponse::Handled;
  });
  server.Post("/api/[a-z-]+",
              [&site](const httplib::Request& from, httplib::Response& to) { write_reply(site.answer(request_of(from)), to); });
  server.set_exception_handler([](const httplib::Request& from, httplib::Response& to, std::exception_ptr thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::exception& error) {
      say_error(fmt::format("{}: {}", from.path, error.what()));
    } catch (...) {
      say_error(from.path + ": an exception of no known type");
    }
    to.status = 500;
    to.set_content("{\"error\": \"The server failed at this request; try again. Its terminal says why.\"}", "application/json");
  });
}

std::string name_of_the_one_who_starts() {
  const passwd* entry = getpwuid(getuid());
  std::string name;
  for (const char* c = entry ? entry->pw_name : ""; *c && name.size() < 32; ++c)
    name += (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '-' || *c == '_' ? *c : '-';
  return is_user_name(name) ? name : "me";
}

Result<std::string> secret_in(const std::filesystem::path& file) {
  if (const auto kept = read_file(file); kept && kept->size() >= 32) return *kept;
  unsigned char bytes[32];
  const int random = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  const bool is_full = random >= 0 && read(random, bytes, sizeof bytes) == static_cast<ssize_t>(sizeof bytes);
  if (random >= 0) close(random);
  if (!is_full) return fail("/dev/urandom cannot be read");
  const auto secret = hash_of({reinterpret_cast<const char*>(bytes), sizeof bytes});
  const int out = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const bool is_written =
      out >= 0 && write(out, secret.data(), secret.size()) == static_cast<ssize_t>(secret.size()) && fsync(out) == 0;
  if (out >= 0) close(out);
  if (!is_written) return fail("{}: cannot be written", file.string());
  return secret;
}

Result<AccessRules> access_of(const ServeOptions& options, const std::filesystem::path& data) {
  AccessRules access{.loopback_only = is_loopback_address(options.listen), .users = options.users, .hosts = options.hosts};
  access.with_tokens = !access.loopback_only || !options.users.empty();
  if (access.users.empty()) access.users.push_back(name_of_the_one_who_starts());
  if (access.with_tokens) {
    JUDGE_TRY(access.secret, secret_in(data / "serve.secret"));
  }
  return access;
}

std::string address_text(const std::string& address, int port) {
  const bool is_v6 = address.find(':') != std::string::npos;
  std::string shown = address == "0.0.0.0" || address == "::" ? "" : is_v6 ? '[' + address + ']' : address;
  if (shown.empty()) {
    char name[256] = "localhost";
    gethostname(name, sizeof name - 1);
    shown = name;
  }
  return fmt::format("http://{}:{}/", shown, port);
}

Result<void> print_addresses(const AccessRules& access, const std::string& address) {
  if (!access.with_tokens) return print(fmt::format("judge serve: {}\n", address));
  std::string text = fmt::format("judge serve: {}\nEach user's own link; it is as good as a password:\n", address);
  for (const auto& user : access.users)
    text += fmt::format("  {}: {}sign-in#{}:{}\n", user, address, user, token_of(access, user));
  return print(text);
}

// Returns when a signal has come. Errors: connections are accepted no longer.
Result<int> accept_connections(GuardedServer& server, Dispatcher& dispatcher) {
  std::thread watcher([&] {
    pollfd signal{interrupt_fd(), POLLIN, 0};
    while (!server.is_closing()) poll(&signal, 1, 1000);
    dispatcher.close();
    if (interrupted()) server.stop();
  });
  server.listen_after_bind();
  watcher.join();
  if (!interrupted()) return fail("no further connection could be accepted, so the server has ended; start it again");
  return k_exit_fine;
}

Result<int> serve(const ServeOptions& options) {
  const auto installation = find_installation();
  JUDGE_TRY(const auto root, find_root(options.common.root, installation));
  JUDGE_TRY(const auto target, choose_target(options.common.runtime, installation));
  const auto data = options.data.empty() ? default_data_dir() : options.data;
  JUDGE_TRY(const auto store, Store::open(data / "serve.sqlite"));
  JUDGE_TRY(auto access, access_of(options, data));
  if (access.loopback_only == false) {
    char name[256] = "";
    if (gethostname(name, sizeof name - 1) == 0) access.hosts.emplace_back(name);
  }
  CommonOptions common = options.common;
  common.root = root;
  auto engine = worker_engine(common, access.with_tokens ? AttemptNames::with_user : AttemptNames::plain);
  Dispatcher dispatcher(*store, std::move(engine));
  const auto solutions = solutions_folder(options, root, find_installation());
  Site site(
      {.common = common, .root = root, .solutions = solutions, .runtime = target.kind, .access = access, .log = say_error},
      *store, dispatcher);

  GuardedServer server({.whole_request = std::chrono::milliseconds(options.request_ms)});
  server.set_payload_max_length(1 << 20);
  server.set_tcp_nodelay(true);
  // Not SO_REUSEPORT, which the library would set: a second server on this port is an error.
  server.set_socket_options([](auto socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  add_routes(server, site);
  const int port = options.port == 0                                   ? server.bind_to_any_port(options.listen)
                   : server.bind_to_port(options.listen, options.port) ? options.port
                                                                       : -1;
  if (port < 0)
    return fail("{} port {}: cannot listen there (is it used already? --port 0 takes one that is free)", options.listen,
                options.port);
  server.set_backlog();
  say(target.note);
  JUDGE_CHECK(print_addresses(access, address_text(options.listen, port)));
  return accept_connections(server, dispatcher);
}

}  // namespace

}  // namespace judge

int main(int argc, char** argv) {
  judge::keep_standard_descriptors();
  judge::install_interrupt_handler();
  signal(SIGPIPE, SIG_IGN);
  const auto options = judge::options_of({argv + 1, argv + argc});
  const auto status = options ? judge::serve(*options) : judge::Result<int>(std::unexpected(options.error()));
  if (status) return *status;
  judge::say_error(status.error().message);
  return judge::k_exit_error;
}
