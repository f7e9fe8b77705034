/** Terms of a cooperation; days are yyyy-MM-dd, both included. */
export interface Terms {
  readonly cooperationId: string
  readonly beginDate: string
  readonly endDate: string | null
  readonly rates: readonly { readonly validFrom: string; readonly centsPerHour: number }[]
}

export interface Rate {
  readonly cooperationId: string
  readonly centsPerHour: number
}

/** What an hour costs on a day: of the terms that hold then, the rate that began last. Undefined where nothing was agreed for that day. */
export function rateOn(day: string, terms: readonly Terms[]): Rate | undefined {
  const held = terms.find(({ beginDate, endDate }) => beginDate <= day && (endDate === null || day <= endDate))
  const rate = held?.rates
    .filter(({ validFrom }) => validFrom <= day)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))
    .at(0)
  return held && rate && { cooperationId: held.cooperationId, centsPerHour: rate.centsPerHour }
}

/** Cents for so many minutes, half up. A reversing row has its original's amount with the other sign, so the two come to nothing. */
export function amountOf(minutes: number, centsPerHour: number): number {
  return Math.floor((2 * minutes * centsPerHour + 60) / 120)
}
