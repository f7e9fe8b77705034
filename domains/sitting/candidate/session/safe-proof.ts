/** The proof of a Safe Exam Browser that sends no headers itself: kept for this window, told with every call that is asked for one. */
const name = 'kaopei-safe-proof'

export function keepSafeProof(proof: string): void {
  sessionStorage.setItem(name, proof)
}

/** Empty for everybody else. */
export function safeHeaders(): Record<string, string> {
  const proof = sessionStorage.getItem(name)
  return proof === null ? {} : { 'x-kaopei-safe': proof }
}
