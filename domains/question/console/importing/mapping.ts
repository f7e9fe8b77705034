import type { InputOf } from '@kaopei/contract'
import type { ColumnMapping, MappingPreview } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { type ImportField, importFieldLabels, importFields, questionImport } from '../../contract/question-import.ts'

export interface Inspected {
  readonly headerRow: number
  readonly columnCount: number
}

/** Families of questions are refused row by row; nobody is asked where their columns are. */
const familyFields: readonly ImportField[] = ['parentIdNumber', 'childScore', 'childOrder']

export const mappingFields: ColumnMapping['fields'] = importFields
  .filter((name) => !familyFields.includes(name))
  .map((name) => ({ name, label: importFieldLabels[name], isRequired: name === 'stem' || name === 'answer' }))

/** What the server reads in the file's head, as the drawer asks for it. */
export async function previewOf(
  { fileId }: { readonly fileId: string },
  onSeen: (seen: Inspected) => void,
): Promise<MappingPreview> {
  const { header, samples, mapping, warnings, isTemplate } = await call(questionImport.inspect, { fileId }, { silent: true })
  onSeen({ headerRow: mapping.headerRow, columnCount: mapping.columns.length })
  const suggestion = Object.fromEntries(mapping.columns.flatMap((field, column) => (field === null ? [] : [[field, column]])))
  return { headers: header, suggestion, samples, warnings, isTemplate }
}

/** field → column, as people chose it, the way the server wants it: column → field. */
export function mappingOf(chosen: unknown, inspected: Inspected | undefined): InputOf<typeof questionImport.run>['mapping'] {
  if (typeof chosen !== 'object' || chosen === null || !inspected) return null
  const columns: (ImportField | null)[] = Array.from({ length: inspected.columnCount }, () => null)
  for (const field of importFields) {
    const column: unknown = Reflect.get(chosen, field)
    if (typeof column === 'number') columns[column] = field
  }
  return { headerRow: inspected.headerRow, columns }
}
