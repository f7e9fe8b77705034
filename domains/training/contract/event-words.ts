import type { ParticipantEvent } from './participant.ts'

const causes: Readonly<Record<string, string>> = {
  course: '课程',
  attempt: '考试',
  exam: '考试',
  practice: '练习',
  questionnaire: '问卷',
  session: '线下课签到',
}

interface Told extends Pick<ParticipantEvent, 'kind' | 'scoreHundredths'> {
  readonly cause: unknown
}

/** What happened, for whoever looks at one person. */
export function wordsOfEvent({ kind, scoreHundredths, cause }: Told, title: string): string {
  const said = typeof cause === 'object' && cause !== null ? cause : {}
  const reason = 'reason' in said && typeof said.reason === 'string' && said.reason !== '' ? `（${said.reason}）` : ''
  const source = 'source' in said && typeof said.source === 'string' ? (causes[said.source] ?? '') : ''
  const score = scoreHundredths === null ? '' : `，${scoreHundredths / 100} 分`
  const by = source === '' ? '' : `，依据${source}`
  switch (kind) {
    case 'begun':
      return `开始“${title}”`
    case 'done':
      return `完成“${title}”${score}${by}`
    case 'undone':
      return `“${title}”未完成${score}${by}`
    case 'exempted':
      return `免修“${title}”${reason}`
    case 'unexempted':
      return `取消免修“${title}”${reason}`
    case 'opened':
      return `为其开放“${title}”${reason}`
    case 'closed':
      return `取消开放“${title}”${reason}`
  }
}
