import { type MessageKey, variablesOf } from '../../contract/template-catalogue.ts'

/** What previews show where nothing was typed. */
export function sampleValues(key: MessageKey): Readonly<Record<string, string>> {
  const { companyName: _name, candidateLink: _link, ...samples } = variablesOf(key)
  return Object.fromEntries(Object.entries(samples).map(([name, { sample }]) => [name, sample]))
}
