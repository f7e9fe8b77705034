import { Button, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { type MessageKey, variablesOf } from '../contract/template-catalogue.ts'
import { stored } from './named-variables.ts'

interface ChipsProps {
  readonly messageKey: MessageKey
  readonly onInsert: (words: string) => void
}

/** The variables of a message; a click puts one where the cursor is. */
export function VariableChips({ messageKey, onInsert }: ChipsProps): ReactNode {
  return (
    <fieldset className="kp-template-chips">
      <legend>可用变量（点击插入到光标处）</legend>
      {Object.entries(variablesOf(messageKey)).map(([name, { label, isRequired }]) => (
        <Button
          key={name}
          size="small"
          type="dashed"
          title={`{{${label}}}`}
          // The field keeps its cursor only while the button does not take the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(`{{${label}}}`)}
        >
          {label}
          {isRequired && <span className="kp-template-required">必填</span>}
        </Button>
      ))}
    </fieldset>
  )
}

/** Where the cursor is, in a field or in the editor; without one at the end of the text. */
export function insertVariable(form: FormInstance, key: MessageKey, words: string): void {
  const focused = document.activeElement
  const isField = focused instanceof HTMLTextAreaElement || focused instanceof HTMLInputElement
  const isEditor = focused instanceof HTMLElement && focused.isContentEditable
  // The one way that fields and editors share, and that their undo knows.
  if ((isField || isEditor) && document.execCommand('insertText', false, words)) return
  const body: unknown = form.getFieldValue('body')
  form.setFieldValue('body', `${typeof body === 'string' ? body : ''}${stored(words, key)}`)
}
