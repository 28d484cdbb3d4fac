// For attempts that change what their process sends: MessagePack, of which fields that are zero or empty are left out.

#pragma once

#include <string>

// Into the object of this name, which has few fields, a field with a value in MessagePack.
static void put_into(std::string& message, const std::string& object, const std::string& key, const std::string& value) {
    const auto text = [](const std::string& name) { return char(0xa0 | name.size()) + name; };
    const size_t at = message.find(text(object));
    if (at == std::string::npos) return;
    const size_t head = at + 1 + object.size();
    if (head >= message.size() || (message[head] & 0xf0) != 0x80 || (message[head] & 0x0f) == 15) return;
    message[head]++;
    message.insert(head + 1, text(key) + value);
}
