import { CoursePicker } from '@kaopei/course/parts'
import { ExamPicker } from '@kaopei/exam/parts'
import { PracticePicker } from '@kaopei/practice/parts'
import { QuestionnairePicker } from '@kaopei/questionnaire/parts'
import type { ComponentProps, ReactNode } from 'react'
import type { TargetPickerProps } from './target-kind.ts'

type PickerProps = ComponentProps<typeof CoursePicker>

/** A project may lead to the company's own courses and to bought ones. */
const CourseTargets = (props: PickerProps) => <CoursePicker hasType hasBought {...props} />
const pickers = { course: CourseTargets, exam: ExamPicker, practice: PracticePicker, questionnaire: QuestionnairePicker } as const

/** What tasks of a kind can lead to. */
export default function TargetPicker({ kind, single = false, onClose, onConfirm }: TargetPickerProps): ReactNode {
  const Picker = pickers[kind]
  return <Picker open single={single} onClose={onClose} onConfirm={onConfirm} />
}
