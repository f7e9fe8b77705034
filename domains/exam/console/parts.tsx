import { whenShown } from '@kaopei/web'

export { ExamPicker, ExamTab } from './exam-picker.tsx'
export type { PickableExam } from './exam-tab.tsx'
export type { ExamRoomRow } from './room-picker.tsx'

/** Type 9, exam rooms. */
export const RoomTab = whenShown(() => import('./room-picker.tsx'))
