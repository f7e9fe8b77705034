import { useCall } from '@kaopei/web'
import { verdicts } from '../../contract/verdicts/verdicts.ts'

/** What the exam is called that the page is about; undefined until it is known. */
export function useExamName(examId: string): string | undefined {
  return useCall(verdicts.list, { examinationId: examId, pageIndex: 1, pageSize: 1 }, { enabled: examId !== '' }).data?.examName
}
