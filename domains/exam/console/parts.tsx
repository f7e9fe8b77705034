import { whenShown } from '@kaopei/web'

export { ExamPicker, ExamTab } from './exam-picker.tsx'
export type { PickableExam } from './exam-tab.tsx'
export type { ExamRoomRow } from './room-picker.tsx'

/** Type 9, exam rooms. */
export const RoomTab = whenShown(() => import('./room-picker.tsx'))

export { analysisPath, detailPath, listPath, reportPath, userPath } from './paths.ts'
export { CandidateList } from './people/candidate-list.tsx'
export { useExamStudents } from './people/exam-students.ts'
export { extraText } from './times/extra-time.ts'
export { PersonTimes } from './times/person-times.tsx'
export { VoidDialog, type VoidDialogProps } from './void.dialog.tsx'
