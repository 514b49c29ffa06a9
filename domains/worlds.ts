/** Worlds by name, made when first asked for and kept: what servers and rollouts open environments from. */
import type { Domain } from "./domain.ts";
import { hasTau2World } from "./tau2-files.ts";
import type { WorldKind } from "./tool.ts";
import { builtinWorld, tau2World, type World } from "./world.ts";
import { WorldError } from "./world-error.ts";

/** Seeds are without number: of so many worlds, the least recently used makes room. Its open environments live on. */
const MAX_KEPT = 16;

export class Worlds {
  readonly domains: Readonly<Record<string, Domain>>;
  readonly #tau2Directory: string | undefined;
  readonly #made = new Map<string, World>();

  /** `tau2Directory`: a tau2-bench clone; without one, tau2 worlds are refused. */
  constructor(domains: Readonly<Record<string, Domain>>, tau2Directory?: string) {
    this.domains = domains;
    this.#tau2Directory = tau2Directory;
  }

  /** @throws WorldError in one line when there is no such domain or no clone to read. */
  get(name: string, kind: WorldKind = "builtin", seed = 0): World {
    const id = kind === "tau2" ? `${name} tau2` : `${name} ${seed}`;
    const world = this.#made.get(id) ?? this.#make(name, kind, seed);
    this.#made.delete(id);
    this.#made.set(id, world);
    const [oldest] = this.#made.keys();
    if (this.#made.size > MAX_KEPT && oldest !== undefined) this.#made.delete(oldest);
    return world;
  }

  /** Reads every world that the clone has, now. @throws WorldError when one is broken, or when there is none. */
  loadTau2(): void {
    const names = Object.keys(this.domains);
    const had = names.filter((name) => hasTau2World(name, this.#tau2Directory ?? ""));
    for (const name of had.length > 0 ? had : names.slice(0, 1)) this.get(name, "tau2");
  }

  #make(name: string, kind: WorldKind, seed: number): World {
    const domain = Object.hasOwn(this.domains, name) ? this.domains[name] : undefined;
    if (domain === undefined) {
      throw new WorldError(`no domain '${name}': there are ${Object.keys(this.domains).join(", ")}`);
    }
    if (kind === "builtin") return builtinWorld(domain, seed);
    if (!this.#tau2Directory) {
      throw new WorldError("a tau2 world needs a tau2-bench clone: pass --tau2 DIR");
    }
    return tau2World(domain, this.#tau2Directory);
  }
}
