const inChina = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai', year: 'numeric', month: '2-digit', day: '2-digit' })

/** The calendar day of a moment where the product's companies are, yyyy-MM-dd. */
export function dayOf(now: Date): string {
  return inChina.format(now)
}
