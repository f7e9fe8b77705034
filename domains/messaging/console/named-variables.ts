import { type MessageKey, variablesOf } from '../contract/template-catalogue.ts'

// Templates are stored with `{{staffName}}`. Whoever writes them sees and types `{{收件人姓名}}`; what no variable is called stays as it is,
// so that the check still finds and names it.

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g

/** As people read it. */
export function named(words: string, key: MessageKey): string {
  const variables = variablesOf(key)
  return words.replace(placeholder, (all, name: string) => {
    const label = Object.hasOwn(variables, name) ? variables[name]?.label : undefined
    return label === undefined ? all : `{{${label}}}`
  })
}

/** As it is stored. */
export function stored(words: string, key: MessageKey): string {
  const names = new Map(Object.entries(variablesOf(key)).map(([name, { label }]) => [label, name]))
  return words.replace(placeholder, (all, label: string) => {
    const name = names.get(label)
    return name === undefined ? all : `{{${name}}}`
  })
}
