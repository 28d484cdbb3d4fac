// For attempts that change what their process's program calls: another function in the place of one from a shared library.

#pragma once

#include <cstdint>
#include <cstring>
#include <link.h>
#include <sys/mman.h>

struct Slot {
    const char* name;
    void* by;
    void* was;
};

// The first object is the program: its slots for that function are changed.
static int change_slots(dl_phdr_info* info, size_t, void* wish) {
    Slot* change = static_cast<Slot*>(wish);
    const ElfW(Dyn)* entry = nullptr;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            entry = reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    const ElfW(Rela)* slots[2] = {nullptr, nullptr};
    size_t bytes[2] = {0, 0};
    const ElfW(Sym)* symbols = nullptr;
    const char* names = nullptr;
    for (; entry && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_JMPREL) slots[0] = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr);
        if (entry->d_tag == DT_PLTRELSZ) bytes[0] = entry->d_un.d_val;
        if (entry->d_tag == DT_RELA) slots[1] = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr);
        if (entry->d_tag == DT_RELASZ) bytes[1] = entry->d_un.d_val;
        if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
        if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    }
    for (int table = 0; table < 2; table++)
        for (size_t i = 0; i < bytes[table] / sizeof(ElfW(Rela)); i++) {
            const ElfW(Rela)& slot = slots[table][i];
            if (strcmp(names + symbols[ELF64_R_SYM(slot.r_info)].st_name, change->name) != 0) continue;
            const uintptr_t address = info->dlpi_addr + slot.r_offset;
            mprotect(reinterpret_cast<void*>(address & ~uintptr_t{4095}), 8192, PROT_READ | PROT_WRITE);
            change->was = *reinterpret_cast<void**>(address);
            *reinterpret_cast<void**>(address) = change->by;
        }
    return 1;
}

// What was there; null: the program does not call it.
static void* replace_in_program(const char* name, void* by) {
    Slot change{name, by, nullptr};
    dl_iterate_phdr(change_slots, &change);
    return change.was;
}
