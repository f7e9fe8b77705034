import type { Picked } from '@kaopei/web'

/** Kinds of tasks that lead to something of another room. */
export type TargetKind = 'course' | 'exam' | 'practice' | 'questionnaire'

export const isTargetKind = (kind: string): kind is TargetKind =>
  kind === 'course' || kind === 'exam' || kind === 'practice' || kind === 'questionnaire'

export interface TargetPickerProps {
  readonly kind: TargetKind
  readonly single?: boolean
  readonly onClose: () => void
  readonly onConfirm: (items: readonly Picked[]) => Promise<boolean>
}
