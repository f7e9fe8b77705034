import type { Element } from '../../contract/definition.ts'
import type { Asked } from '../conditions/asked.ts'
import type { Named } from '../conditions/condition-words.ts'
import type { Editing } from './use-edited.ts'

export type ChangeElement = (part: Partial<Element>, mark?: string) => void

export interface KindFieldsProps {
  readonly element: Element
  readonly asked: readonly Asked[]
  readonly named: Named
  readonly hasPerson: boolean
  readonly isFixed: boolean
  readonly pictureUrls: Readonly<Record<string, string>>
  readonly editing: Editing
  readonly prefix: string
  readonly change: ChangeElement
}
