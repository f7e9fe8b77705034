import type { ReactNode } from 'react'

export interface Choice {
  readonly id: string
  readonly label: string
  /** 其他: takes a text of its own once it is chosen. */
  readonly takesText?: boolean
  /** 以上都不是: chosen alone. */
  readonly isExclusive?: boolean
}

interface ChoicesProps {
  /** Of the group of inputs, unlike any other on the page. */
  readonly name: string
  readonly isMultiple: boolean
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  /** What was written beside 其他, by choice. */
  readonly texts: Readonly<Record<string, string>>
  readonly onChange: (chosen: readonly string[], texts: Readonly<Record<string, string>>) => void
}

/** In the order of the list, whatever the order of the ticks; what excludes all others takes them away, and goes when one of them comes. */
export function ticked(choices: readonly Choice[], chosen: readonly string[], id: string, isOn: boolean): readonly string[] {
  const isAlone = choices.some((choice) => choice.id === id && choice.isExclusive)
  if (isOn && isAlone) return [id]
  return choices
    .filter((choice) => (choice.id === id ? isOn : chosen.includes(choice.id) && !(isOn && choice.isExclusive)))
    .map((choice) => choice.id)
}

/** One or several of some choices, each a line that is easy to hit with a thumb. */
export function Choices({ name, isMultiple, choices, chosen, texts, onChange }: ChoicesProps): ReactNode {
  const tick = (id: string, isOn: boolean) => {
    if (!isMultiple) return onChange([id], texts)
    onChange(ticked(choices, chosen, id, isOn), texts)
  }
  return (
    <div className="qn-choices">
      {choices.map((choice) => {
        const isChosen = chosen.includes(choice.id)
        return (
          <div key={choice.id} className="qn-choice-line">
            <label className="qn-choice">
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                name={name}
                checked={isChosen}
                onChange={({ target }) => tick(choice.id, target.checked)}
              />
              <span>{choice.label}</span>
            </label>
            {choice.takesText && isChosen && (
              <input
                type="text"
                className="qn-other"
                aria-label={`${choice.label}：请填写`}
                placeholder="请填写"
                maxLength={500}
                value={texts[choice.id] ?? ''}
                onChange={({ target }) => onChange(chosen, { ...texts, [choice.id]: target.value })}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
