import { dayIn, startOfDay } from '@kaopei/contract'

export interface DayMinutes {
  readonly day: string
  readonly minutes: number
}

/**
 * Whole minutes of a half-open span on each day of the company's time zone. They are counted from the beginning of the span, so that those of the days
 * come to those of the whole; a day on which no minute ends is left out.
 */
export function minutesByDay(
  { beginTime, endTime }: { readonly beginTime: Date; readonly endTime: Date },
  zone: string,
): DayMinutes[] {
  const begin = beginTime.getTime()
  const counted = (until: number) => Math.floor((until - begin) / 60_000)
  const days: DayMinutes[] = []
  let from = begin
  while (from < endTime.getTime()) {
    const day = dayIn(new Date(from), zone)
    const to = Math.min(endTime.getTime(), startOfDay(day, zone, 1).getTime())
    const minutes = counted(to) - counted(from)
    if (minutes > 0) days.push({ day, minutes })
    from = to
  }
  return days
}
