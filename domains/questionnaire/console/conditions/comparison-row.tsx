import { DateInput } from '@kaopei/web'
import { Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { type Comparison, type PersonFact, personFactLabels, personFacts } from '../../contract/condition.ts'
import type { Element } from '../../contract/definition.ts'
import { type Asked, askedIn } from './asked.ts'
import { comparisonWith, rowsOf, testsOf, valuesOf } from './condition-tests.ts'
import { type Named, nameOf } from './condition-words.ts'
import { PersonValues } from './person-values.tsx'

interface RowProps {
  readonly comparison: Comparison
  /** Its place: 1, 2.1. */
  readonly number: string
  readonly asked: readonly Asked[]
  readonly named: Named
  readonly hasPerson: boolean
  readonly isDisabled: boolean
  readonly onChange: (comparison: Comparison) => void
}

const personPrefix = 'person:'
const isFact = (key: string): key is PersonFact => personFacts.some((fact) => fact === key)

/** What is asked about, how it is tested, and what it is compared with. */
export function ComparisonRow(props: RowProps): ReactNode {
  const { comparison, number, asked, named, hasPerson, isDisabled, onChange } = props
  const subject = 'person' in comparison ? `${personPrefix}${comparison.person}` : comparison.question
  const known = 'question' in comparison ? named.elements.get(comparison.question) : undefined
  const questions = askedIn(asked)
  const isListed = 'person' in comparison || questions.some(({ element }) => element.id === comparison.question)
  const choose = (key: string) => {
    const fact = key.slice(personPrefix.length)
    if (key.startsWith(personPrefix) && isFact(fact))
      return onChange({ person: fact, is: 'anyOf', values: fact === 'entry' ? ['account'] : [] })
    const found = questions.find(({ element }) => element.id === key)
    if (found) onChange(comparisonWith(found.element, undefined, comparison))
  }
  return (
    <div className="kp-comparison">
      <Select
        aria-label={`条件 ${number} 的题目`}
        className="kp-comparison-subject"
        disabled={isDisabled}
        showSearch={{ optionFilterProp: 'label' }}
        value={subject}
        options={[
          {
            label: '前面的题目',
            options: [
              ...questions.map((one) => ({ value: one.element.id, label: nameOf(one) })),
              ...(isListed
                ? []
                : [{ value: subject, label: known ? `${nameOf(known)}（不在前面）` : '题目（已删除）', disabled: true }]),
            ],
          },
          ...(hasPerson
            ? [
                {
                  label: '答卷人',
                  options: personFacts.map((fact) => ({ value: `${personPrefix}${fact}`, label: personFactLabels[fact] })),
                },
              ]
            : []),
        ]}
        onChange={choose}
      />
      {'person' in comparison ? (
        <PersonTest {...{ comparison, number, isDisabled, onChange }} />
      ) : (
        known && <QuestionTest {...{ comparison, number, isDisabled, onChange }} element={known.element} />
      )}
    </div>
  )
}

type OfQuestion = Exclude<Comparison, { person: unknown }>
type OfPerson = Extract<Comparison, { person: unknown }>

interface TestProps<One extends Comparison> {
  readonly comparison: One
  readonly number: string
  readonly isDisabled: boolean
  readonly onChange: (comparison: Comparison) => void
}

function PersonTest({ comparison, number, isDisabled, onChange }: TestProps<OfPerson>): ReactNode {
  return (
    <>
      <Select
        aria-label={`条件 ${number} 的比较方式`}
        className="kp-comparison-test"
        disabled={isDisabled}
        value={comparison.is}
        options={[
          { value: 'anyOf', label: '属于' },
          { value: 'noneOf', label: '不属于' },
        ]}
        onChange={(is) => onChange({ ...comparison, is })}
      />
      <PersonValues
        fact={comparison.person}
        label={`条件 ${number} 的范围`}
        isDisabled={isDisabled}
        values={comparison.values}
        onChange={(values) => onChange({ ...comparison, values: [...values] })}
      />
    </>
  )
}

function QuestionTest({
  comparison,
  element,
  number,
  isDisabled,
  onChange,
}: TestProps<OfQuestion> & { readonly element: Element }): ReactNode {
  const rows = rowsOf(element)
  return (
    <>
      {rows.length > 0 && (
        <Select
          aria-label={`条件 ${number} 的行`}
          className="kp-comparison-row"
          disabled={isDisabled}
          value={comparison.row}
          options={rows.map(({ id, text }) => ({ value: id, label: text }))}
          onChange={(row) => onChange({ ...comparison, row })}
        />
      )}
      <Select
        aria-label={`条件 ${number} 的比较方式`}
        className="kp-comparison-test"
        disabled={isDisabled}
        value={comparison.is}
        options={testsOf(element).map(({ value, label }) => ({ value, label }))}
        onChange={(is) => onChange(comparisonWith(element, is, comparison))}
      />
      <ComparedWith {...{ comparison, element, number, isDisabled, onChange }} />
    </>
  )
}

function ComparedWith({
  comparison,
  element,
  number,
  isDisabled,
  onChange,
}: TestProps<OfQuestion> & { readonly element: Element }): ReactNode {
  const label = `条件 ${number} 的值`
  if ('options' in comparison)
    return (
      <Select
        mode="multiple"
        aria-label={label}
        className="kp-comparison-value"
        placeholder="请选择选项"
        disabled={isDisabled}
        status={comparison.options.length === 0 ? 'error' : ''}
        showSearch={{ optionFilterProp: 'label' }}
        value={comparison.options}
        options={valuesOf(element).map(({ id, text }) => ({ value: id, label: text }))}
        onChange={(options) => onChange({ ...comparison, options })}
      />
    )
  if ('value' in comparison)
    return element.kind === 'date' ? (
      <DateInput
        placeholder={label}
        disabled={isDisabled}
        value={typeof comparison.value === 'string' ? comparison.value : null}
        onChange={(day) => day && onChange({ ...comparison, value: day })}
      />
    ) : (
      <InputNumber
        aria-label={label}
        disabled={isDisabled}
        value={typeof comparison.value === 'number' ? comparison.value : null}
        onChange={(value) => value !== null && onChange({ ...comparison, value })}
      />
    )
  if ('text' in comparison)
    return (
      <Input
        aria-label={label}
        className="kp-comparison-value"
        placeholder="请填写文字"
        maxLength={200}
        disabled={isDisabled}
        status={comparison.text.trim() === '' ? 'error' : ''}
        value={comparison.text}
        onChange={({ target }) => onChange({ ...comparison, text: target.value })}
      />
    )
  return null
}
