/**
 * How many questions each rule takes from each class: a bipartite b-matching grown by one question at a time. A rule that finds its
 * classes used up pushes another rule over along an augmenting path; when there is no such path, no arrangement exists (Hall, Berge),
 * so the outcome never depends on the choices made before. What it costs follows from how many questions are taken, not from how many there are.
 */
import { availableOf, type ProofPool } from './draw-pool.ts'

/** Which of its classes that still have room a rule takes its next question from; there is one. */
export type ChooseClass = (rule: number) => number

export class ClassAssignment {
  /** Questions of each class that no rule has taken. */
  readonly free: Int32Array
  /** Such questions among all that a rule may take. */
  readonly freeOfRule: Int32Array
  readonly #taken = new Map<number, number>()
  readonly #pool: ProofPool

  constructor(pool: ProofPool) {
    this.#pool = pool
    this.free = pool.sizes.slice()
    this.freeOfRule = Int32Array.from(pool.rules, (_, rule) => availableOf(pool, rule))
  }

  takenBy(rule: number, ofClass: number): number {
    return this.#taken.get(rule * this.#pool.classes.length + ofClass) ?? 0
  }

  /** What was taken, class by class and rule by rule. */
  taken(): { ofClass: number; rule: number; count: number }[] {
    const classes = this.#pool.classes.length
    const taken = [...this.#taken].map(([key, count]) => ({ ofClass: key % classes, rule: Math.floor(key / classes), count }))
    return taken.filter(({ count }) => count > 0).sort((a, b) => a.ofClass - b.ofClass || a.rule - b.rule)
  }

  /** Takes one more question for a rule; false when that is impossible without taking one from the total of the others. */
  take(rule: number, choose: ChooseClass): boolean {
    if ((this.freeOfRule[rule] ?? 0) === 0) return this.#augment(rule)
    const chosen = choose(rule)
    this.#move(rule, chosen, 1)
    this.#use(chosen)
    return true
  }

  /** Rules and classes that can be reached by shifting questions, starting from a rule that is short. */
  reachableFrom(start: number): {
    rules: Set<number>
    viaRule: Map<number, number>
    viaClass: Map<number, number>
    openClass: number | undefined
  } {
    const rules = new Set([start])
    const viaRule = new Map<number, number>()
    const viaClass = new Map<number, number>()
    for (const rule of rules) {
      for (const ofClass of this.#pool.classesOfRule[rule] ?? []) {
        if (viaRule.has(ofClass)) continue
        viaRule.set(ofClass, rule)
        if ((this.free[ofClass] ?? 0) > 0) return { rules, viaRule, viaClass, openClass: ofClass }
        for (const other of this.#pool.classes[ofClass]?.ruleIndexes ?? []) {
          if (rules.has(other) || this.takenBy(other, ofClass) === 0) continue
          rules.add(other)
          viaClass.set(other, ofClass)
        }
      }
    }
    return { rules, viaRule, viaClass, openClass: undefined }
  }

  #augment(start: number): boolean {
    const { viaRule, viaClass, openClass } = this.reachableFrom(start)
    if (openClass === undefined) return false
    this.#use(openClass)
    for (let ofClass: number | undefined = openClass; ofClass !== undefined; ) {
      const rule: number = viaRule.get(ofClass) ?? start
      this.#move(rule, ofClass, 1)
      ofClass = rule === start ? undefined : viaClass.get(rule)
      if (ofClass !== undefined) this.#move(rule, ofClass, -1)
    }
    return true
  }

  #use(ofClass: number): void {
    this.free[ofClass] = (this.free[ofClass] ?? 0) - 1
    for (const rule of this.#pool.classes[ofClass]?.ruleIndexes ?? []) this.freeOfRule[rule] = (this.freeOfRule[rule] ?? 0) - 1
  }

  #move(rule: number, ofClass: number, by: number): void {
    this.#taken.set(rule * this.#pool.classes.length + ofClass, this.takenBy(rule, ofClass) + by)
  }
}
