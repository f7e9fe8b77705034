export type WantedRange = 'whole' | 'unsatisfiable' | { readonly first: number; readonly last: number }

/** What a Range header asks of a file of `size` bytes (RFC 9110 §14). Several ranges, or none that is understood, mean the whole file. */
export function rangeOf(header: string | undefined, size: number): WantedRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match) return 'whole'
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return 'whole'
  return first >= size ? 'unsatisfiable' : { first, last }
}
