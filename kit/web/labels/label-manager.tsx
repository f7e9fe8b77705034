import type { Endpoint } from '@kaopei/contract'
import type { ReactNode } from 'react'
import { whenOpened } from '../when-opened.tsx'

export interface LabelManagerProps {
  readonly open: boolean
  /** 知识点管理, 讲师标签 */
  readonly title: string
  /** What one label is called, for buttons and questions: 标签 unless given. */
  readonly noun?: string
  readonly onClose: () => void
  /** Answers labels `{ id, name }`, all of them or as a page. */
  readonly list: Endpoint
  readonly listInput?: unknown
  /** Gets `{ name, ...extras }`. */
  readonly create: Endpoint
  /** Gets `{ id, name, ...extras }`, and `version` where the labels have one. */
  readonly update: Endpoint
  /** Gets `{ id, ...removeExtras }`, e.g. `systemTeacherId` while a teacher is edited. */
  readonly remove: Endpoint
  /** A number that each label of the list carries, shown beside it and before it is deleted: `{ key: 'staffCount', unit: '人' }`. */
  readonly uses?: { readonly key: string; readonly unit: string }
  /** Something more in the line of each. */
  readonly actsOf?: (label: { readonly id: string; readonly name: string }) => ReactNode
  readonly extras?: Readonly<Record<string, unknown>>
  readonly removeExtras?: Readonly<Record<string, unknown>>
}

/** Labels to add, rename and delete: knowledge points, tags of teachers. */
export const LabelManager = whenOpened<LabelManagerProps>(() => import('./label-manager-canvas.tsx'))
