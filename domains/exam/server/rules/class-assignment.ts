/**
 * How many questions each rule takes from each class: a bipartite b-matching grown by one question at a time. A rule that finds its
 * classes used up pushes another rule over along an augmenting path; when there is no such path, no arrangement exists (Hall, Berge),
 * so the outcome never depends on the choices made before.
 */
import type { DrawPool } from './draw-pool.ts'

/** Which of the classes that still have room a rule takes its next question from. */
export type ChooseClass = (openClasses: readonly number[], free: Int32Array) => number

export class ClassAssignment {
  readonly free: Int32Array
  private readonly taken: Int32Array
  private readonly pool: DrawPool

  constructor(pool: DrawPool) {
    this.pool = pool
    this.free = Int32Array.from(pool.classes, ({ questionIds }) => questionIds.length)
    this.taken = new Int32Array(pool.rules.length * pool.classes.length)
  }

  takenBy(rule: number, ofClass: number): number {
    return this.taken[rule * this.pool.classes.length + ofClass] ?? 0
  }

  /** Takes one more question for a rule; false when that is impossible without taking one from the total of the others. */
  take(rule: number, choose: ChooseClass): boolean {
    const open = (this.pool.classesOfRule[rule] ?? []).filter((one) => (this.free[one] ?? 0) > 0)
    if (open.length > 0) {
      const chosen = choose(open, this.free)
      this.move(rule, chosen, 1)
      this.free[chosen] = (this.free[chosen] ?? 0) - 1
      return true
    }
    return this.augment(rule)
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
      for (const ofClass of this.pool.classesOfRule[rule] ?? []) {
        if (viaRule.has(ofClass)) continue
        viaRule.set(ofClass, rule)
        if ((this.free[ofClass] ?? 0) > 0) return { rules, viaRule, viaClass, openClass: ofClass }
        for (const other of this.pool.classes[ofClass]?.ruleIndexes ?? []) {
          if (rules.has(other) || this.takenBy(other, ofClass) === 0) continue
          rules.add(other)
          viaClass.set(other, ofClass)
        }
      }
    }
    return { rules, viaRule, viaClass, openClass: undefined }
  }

  private augment(start: number): boolean {
    const { viaRule, viaClass, openClass } = this.reachableFrom(start)
    if (openClass === undefined) return false
    this.free[openClass] = (this.free[openClass] ?? 0) - 1
    for (let ofClass: number | undefined = openClass; ofClass !== undefined; ) {
      const rule: number = viaRule.get(ofClass) ?? start
      this.move(rule, ofClass, 1)
      ofClass = rule === start ? undefined : viaClass.get(rule)
      if (ofClass !== undefined) this.move(rule, ofClass, -1)
    }
    return true
  }

  private move(rule: number, ofClass: number, by: number): void {
    this.taken[rule * this.pool.classes.length + ofClass] = this.takenBy(rule, ofClass) + by
  }
}
