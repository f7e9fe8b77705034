/** Whole percent, rounded half up; null of nothing. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((100 * part) / whole)
}

/** Below this nothing is claimed of a knowledge point. */
export const fewestOfPoint = 3
/** Older answers say nothing of what somebody knows. */
export const masteryDays = 180

/** Σ score / Σ max of latest answers; null of too few questions. */
export function masteryOf({ score, max, questions }: { score: number; max: number; questions: number }): number | null {
  return questions < fewestOfPoint ? null : Math.max(0, percentOf(score, max) ?? 0)
}
