import { formatInstant } from '@kaopei/web'

interface Times {
  readonly admissionStartTime: string | null
  readonly admissionEndTime: string | null
}

/** From when until when answers are taken: one or two lines. */
export function wordsOfTimes({ admissionStartTime, admissionEndTime }: Times): readonly string[] {
  if (admissionStartTime === null && admissionEndTime === null) return ['不限']
  return [
    admissionStartTime ? `${formatInstant(admissionStartTime)} 起` : '发布后',
    admissionEndTime ? `至 ${formatInstant(admissionEndTime)}` : '不限结束时间',
  ]
}
