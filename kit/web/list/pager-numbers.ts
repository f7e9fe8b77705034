/** Page numbers shown at once, the first and the last included. */
const shownNumbers = 9

/** The numbers of a pager: the first page, those around the current one, the last; `null` where some are left out. */
export function pagerNumbers(current: number, pageCount: number): readonly (number | null)[] {
  if (pageCount <= shownNumbers) return countedFrom(1, pageCount)
  const middle = shownNumbers - 2
  const first = Math.min(Math.max(2, current - Math.floor(middle / 2)), pageCount - middle)
  const last = first + middle - 1
  return [1, ...(first > 2 ? [null] : []), ...countedFrom(first, last), ...(last < pageCount - 1 ? [null] : []), pageCount]
}

function countedFrom(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
