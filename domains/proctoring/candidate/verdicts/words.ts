import { type CaseState, type VerdictKind, verdictLabels } from '../../contract/verdicts/verdict-codes.ts'

/** What a candidate reads first. */
export function stateWords(state: CaseState, verdict: VerdictKind): string {
  const named = verdictLabels[verdict]
  switch (state) {
    case 'clean':
      return '此前的警告已撤销，本次考试没有异常，成绩不变。'
    case 'warning':
      return '本次考试给予警告，成绩不变。'
    case 'appealed':
      return `本次考试的裁定为“${named}”，您的申诉正在处理。`
    case 'upheld':
      return `本次考试的裁定为“${named}”，申诉后维持。`
    case 'overturned':
      return `本次考试的裁定“${named}”经申诉已撤销。`
    default:
      return `本次考试的裁定为“${named}”。`
  }
}
