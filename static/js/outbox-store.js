// Where what a player says waits until the server has it: in this browser, or in memory where nothing can be stored.

/** The answers of one event that are on this phone, by name; those it cannot store live as long as the page. */
export class Store {
  constructor(name) {
    this.name = name;
    this.memory = {};
  }

  stored() {
    try {
      return JSON.parse(localStorage.getItem(this.name)) ?? {};
    } catch {
      return {};
    }
  }

  all() {
    return { ...this.stored(), ...this.memory };
  }

  get(id) {
    return this.all()[id];
  }

  put(entry) {
    delete this.memory[entry.id];
    if (!this.write({ ...this.stored(), [entry.id]: entry })) this.memory[entry.id] = entry;
  }

  drop(id) {
    delete this.memory[id];
    const { [id]: gone, ...rest } = this.stored();
    if (gone) this.write(rest);
  }

  write(entries) {
    try {
      if (Object.keys(entries).length) localStorage.setItem(this.name, JSON.stringify(entries));
      else localStorage.removeItem(this.name);
      return true;
    } catch {
      return false;
    }
  }
}
