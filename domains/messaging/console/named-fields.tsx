import { RichTextEditor } from '@kaopei/web'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import type { MessageKey } from '../contract/template-catalogue.ts'
import { named, stored } from './named-variables.ts'

interface NamedProps {
  readonly messageKey: MessageKey
  readonly id?: string
  readonly value?: string
  readonly onChange?: (words: string) => void
}

/** A line of a template; its variables are shown by their names. */
export function NamedInput({ messageKey, maxLength, ...field }: NamedProps & { readonly maxLength: number }): ReactNode {
  return (
    <Input {...shown(field, messageKey)} maxLength={maxLength} onChange={({ target }) => take(field, messageKey, target.value)} />
  )
}

export function NamedTextArea({ messageKey, ...field }: NamedProps): ReactNode {
  return (
    <Input.TextArea
      {...shown(field, messageKey)}
      rows={5}
      maxLength={500}
      showCount
      onChange={({ target }) => take(field, messageKey, target.value)}
    />
  )
}

export function NamedEditor({ messageKey, ...field }: NamedProps): ReactNode {
  return (
    <RichTextEditor
      {...shown(field, messageKey)}
      label="邮件正文"
      hasImages={false}
      onChange={(html) => take(field, messageKey, html)}
    />
  )
}

type FieldProps = Omit<NamedProps, 'messageKey'>

/** Also what the form adds for screen readers. */
function shown({ onChange: _own, value, ...rest }: FieldProps, key: MessageKey) {
  return { ...rest, ...(value !== undefined && { value: named(value, key) }) }
}

function take({ onChange }: FieldProps, key: MessageKey, words: string): void {
  onChange?.(stored(words, key))
}
