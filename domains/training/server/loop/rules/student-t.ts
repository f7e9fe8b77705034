/**
 * Student's distribution. Our own: one function of a statistics library is needed, and those that were looked at bring
 * distributions by the dozen; the incomplete beta function is the textbook's continued fraction (modified Lentz; Press et al., Numerical
 * Recipes, §6.4), held to printed tables by its test.
 */

/** The t that |T| exceeds with this probability (0..1, two-sided). `freedom` > 0, whole or not (Welch). */
export function studentT(probability: number, freedom: number): number {
  if (probability >= 1) return 0
  let high = 1
  while (tailOf(high, freedom) > probability && high < 1e12) high *= 2
  let low = 0
  // Halved until the two are neighbours.
  for (let step = 0; step < 100 && high - low > 1e-12 * high; step++) {
    const middle = (low + high) / 2
    if (tailOf(middle, freedom) > probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** P(|T| > t). */
function tailOf(t: number, freedom: number): number {
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5)
}

/** Regularised, of 0 ≤ x ≤ 1. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  // The fraction converges fast on one side of the mean; the other side is its mirror.
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a
  return 1 - (front * betaFraction(1 - x, b, a)) / b
}

const tiny = 1e-300

function betaFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let value = d
  for (let m = 1; m <= 1000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    value *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    const change = d * c
    value *= change
    if (Math.abs(change - 1) < 1e-15) break
  }
  return value
}

function away(value: number): number {
  return Math.abs(value) < tiny ? tiny : value
}

/** Lanczos (g = 7, nine terms), of x ≥ 0.5; to about 1e-15. */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

function logGamma(x: number): number {
  const [first = 1, ...rest] = lanczos
  const sum = rest.reduce((total, term, at) => total + term / (x + at), first)
  const t = x + 6.5
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}
