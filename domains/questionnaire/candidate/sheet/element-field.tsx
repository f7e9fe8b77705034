import type { ReactNode } from 'react'
import type { Answer, ChoiceAnswer } from '../../contract/answers.ts'
import type { Element } from '../../contract/definition.ts'
import { Choices } from '../controls/choices.tsx'
import { Ranking } from '../controls/ranking.tsx'
import { Scale, Slider } from '../controls/scale.tsx'
import type { FieldProps } from './field-props.ts'
import { FilesField } from './files-field.tsx'
import { MatrixField } from './matrix-field.tsx'

/** Whether it is one control with a label; the others are groups with a legend. */
export function isOneControl({ kind }: Element): boolean {
  return kind === 'dropdown' || kind === 'text' || kind === 'number' || kind === 'date' || kind === 'slider'
}

/** How one question is answered. */
export function ElementField(props: FieldProps): ReactNode {
  const { element, id, answer, describedBy, isInvalid, onChange } = props
  const common = { id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid, 'aria-required': element.isRequired }
  switch (element.kind) {
    case 'single':
    case 'multiple':
      return <ChoiceField {...props} element={element} />
    case 'dropdown':
      return <DropdownField {...props} element={element} />
    case 'text':
      return <TextField {...props} element={element} />
    case 'number':
      return <NumberField {...props} element={element} />
    case 'date':
      return (
        <input
          {...common}
          type="date"
          className="qn-field"
          value={typeof answer === 'string' ? answer : ''}
          min={element.min}
          max={element.max}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        />
      )
    case 'rating':
    case 'nps':
      return (
        <Scale
          name={id}
          from={element.kind === 'nps' ? 0 : 1}
          to={element.kind === 'nps' ? 10 : element.steps}
          lowLabel={element.lowLabel}
          highLabel={element.highLabel}
          hasStars={element.kind === 'rating'}
          value={typeof answer === 'number' ? answer : undefined}
          onChange={onChange}
        />
      )
    case 'slider':
      return (
        <Slider
          {...{ id, describedBy, isInvalid, onChange }}
          from={element.min}
          to={element.max}
          step={element.step}
          lowLabel={element.lowLabel}
          highLabel={element.highLabel}
          value={typeof answer === 'number' ? answer : undefined}
        />
      )
    case 'matrixSingle':
    case 'matrixMultiple':
    case 'matrixRating':
      return <MatrixField {...props} element={element} />
    case 'ranking':
      return (
        <Ranking
          choices={element.options.map(({ id: option, text }) => ({ id: option, label: text }))}
          most={Math.min(element.places ?? element.options.length, element.options.length)}
          order={orderOf(answer)}
          onChange={(order) => onChange(order.length === 0 ? undefined : { order: [...order] })}
        />
      )
    case 'file':
      return <FilesField {...props} element={element} />
    case 'consent':
      return (
        <label className="qn-choice">
          <input
            type="checkbox"
            checked={answer === true}
            aria-describedby={describedBy}
            aria-invalid={isInvalid}
            onChange={({ target }) => onChange(target.checked ? true : undefined)}
          />
          <span>我已阅读并同意</span>
        </label>
      )
    case 'note':
      return null
  }
}

const orderOf = (answer: Answer | undefined): readonly string[] =>
  typeof answer === 'object' && 'order' in answer ? answer.order : []

const choiceOf = (answer: Answer | undefined): ChoiceAnswer =>
  typeof answer === 'object' && 'choices' in answer ? answer : { choices: [] }

/** Texts of options that are not chosen are no part of an answer. */
function choiceAnswer(chosen: readonly string[], texts: Readonly<Record<string, string>>): ChoiceAnswer | undefined {
  if (chosen.length === 0) return undefined
  const kept = Object.fromEntries(Object.entries(texts).filter(([option, text]) => chosen.includes(option) && text !== ''))
  return { choices: [...chosen], ...(Object.keys(kept).length > 0 && { texts: kept }) }
}

function ChoiceField({
  element,
  id,
  answer,
  onChange,
}: FieldProps<Extract<Element, { kind: 'single' | 'multiple' }>>): ReactNode {
  const { choices, texts = {} } = choiceOf(answer)
  return (
    <>
      <Choices
        name={id}
        isMultiple={element.kind === 'multiple'}
        choices={element.options.map((option) => ({ ...option, label: option.text }))}
        chosen={choices}
        texts={texts}
        onChange={(chosen, written) => onChange(choiceAnswer(chosen, written))}
      />
      {element.kind === 'single' && !element.isRequired && choices.length > 0 && (
        <button type="button" className="qn-clear" onClick={() => onChange(undefined)}>
          清除选择
        </button>
      )}
    </>
  )
}

function DropdownField(props: FieldProps<Extract<Element, { kind: 'dropdown' }>>): ReactNode {
  const { element, id, answer, describedBy, isInvalid, onChange } = props
  const { choices, texts = {} } = choiceOf(answer)
  const option = element.options.find((one) => one.id === choices[0])
  return (
    <>
      <select
        id={id}
        className="qn-field"
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        aria-required={element.isRequired}
        value={option?.id ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : choiceAnswer([target.value], texts))}
      >
        <option value="">请选择</option>
        {element.options.map((one) => (
          <option key={one.id} value={one.id}>
            {one.text}
          </option>
        ))}
      </select>
      {option?.takesText && (
        <input
          type="text"
          className="qn-other"
          aria-label={`${option.text}：请填写`}
          placeholder="请填写"
          maxLength={500}
          value={texts[option.id] ?? ''}
          onChange={({ target }) => onChange(choiceAnswer(choices, { ...texts, [option.id]: target.value }))}
        />
      )}
    </>
  )
}

function TextField(props: FieldProps<Extract<Element, { kind: 'text' }>>): ReactNode {
  const { element, id, answer, describedBy, isInvalid, onChange } = props
  const value = typeof answer === 'string' ? answer : ''
  const shared = {
    id,
    className: 'qn-field',
    value,
    maxLength: element.maxLength,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid,
    'aria-required': element.isRequired,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value === '' ? undefined : target.value),
  }
  if (element.isLong)
    return (
      <>
        <textarea {...shared} rows={4} />
        <span className="qn-count" aria-hidden="true">
          {value.length} / {element.maxLength}
        </span>
      </>
    )
  const type = element.format === 'phone' ? 'tel' : element.format === 'email' ? 'email' : 'text'
  return <input {...shared} type={type} />
}

function NumberField(props: FieldProps<Extract<Element, { kind: 'number' }>>): ReactNode {
  const { element, id, answer, describedBy, isInvalid, onChange } = props
  return (
    <div className="qn-with-unit">
      <input
        id={id}
        type="number"
        inputMode={element.decimals > 0 ? 'decimal' : 'numeric'}
        className="qn-field"
        // A half-written number (`-`, `1.`) stands in the field until it is one.
        defaultValue={typeof answer === 'number' ? answer : ''}
        step={element.decimals > 0 ? 10 ** -element.decimals : 1}
        min={element.min}
        max={element.max}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        aria-required={element.isRequired}
        onChange={({ target }) =>
          onChange(target.value === '' || Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber)
        }
      />
      {element.unit && <span>{element.unit}</span>}
    </div>
  )
}
