import { CoursePicker } from '@kaopei/course/parts'
import { ExamPicker } from '@kaopei/exam/parts'
import { PracticePicker } from '@kaopei/practice/parts'
import { QuestionnairePicker } from '@kaopei/questionnaire/parts'
import type { ReactNode } from 'react'
import type { TargetPickerProps } from './target-kind.ts'

const pickers = { course: CoursePicker, exam: ExamPicker, practice: PracticePicker, questionnaire: QuestionnairePicker } as const

/** What tasks of a kind can lead to. */
export default function TargetPicker({ kind, single = false, onClose, onConfirm }: TargetPickerProps): ReactNode {
  const Picker = pickers[kind]
  return <Picker open single={single} onClose={onClose} onConfirm={onConfirm} />
}
