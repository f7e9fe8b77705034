import { type ReactNode, useId } from 'react'
import type { Answer } from '../../contract/answers.ts'
import type { Element } from '../../contract/definition.ts'
import { ElementField, isOneControl } from './element-field.tsx'
import type { SheetFiles } from './field-props.ts'

interface BoxProps {
  readonly element: Element
  /** Among the questions that show; null of what only shows something. */
  readonly number: number | null
  readonly answer: Answer | undefined
  readonly pictureUrl: string | undefined
  /** What is wrong with the answer. */
  readonly problem: string | undefined
  readonly files: SheetFiles
  readonly onChange: (answer: Answer | undefined) => void
}

/** One element with its name, note and what is wrong with it: a labelled control, or a group with a legend. */
export function ElementBox({ element, number, answer, pictureUrl, problem, files, onChange }: BoxProps): ReactNode {
  const id = useId()
  if (element.kind === 'note') return <Shown {...{ element, pictureUrl }} />
  const described = [element.note && `${id}-note`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined
  const isInvalid = problem !== undefined
  const title = (
    <>
      {number !== null && `${number}. `}
      {element.title}
      {element.isRequired && (
        <>
          <span className="qn-required" aria-hidden="true">
            {' *'}
          </span>
          <span className="visually-hidden">（必答）</span>
        </>
      )}
    </>
  )
  const rest = (
    <>
      {element.note && (
        <p id={`${id}-note`} className="qn-hint">
          {element.note}
        </p>
      )}
      <div className="qn-body">
        <ElementField {...{ element, id, answer, isInvalid, files, onChange }} describedBy={described} />
      </div>
      {problem && (
        <p id={`${id}-problem`} className="qn-wrong-text">
          {problem}
        </p>
      )}
    </>
  )
  const className = isInvalid ? 'qn-element qn-wrong' : 'qn-element'
  if (isOneControl(element))
    return (
      <div className={className} data-element={element.id}>
        <label htmlFor={id} className="qn-title">
          {title}
        </label>
        {rest}
      </div>
    )
  return (
    <fieldset className={className} data-element={element.id} aria-describedby={described}>
      <legend className="visually-hidden">{title}</legend>
      <span className="qn-title" aria-hidden="true">
        {title}
      </span>
      {rest}
    </fieldset>
  )
}

function Shown({ element, pictureUrl }: { readonly element: Element; readonly pictureUrl: string | undefined }): ReactNode {
  return (
    <section className="qn-element qn-shown" data-element={element.id} {...(element.title && { 'aria-label': element.title })}>
      {element.title && <h3 className="qn-title">{element.title}</h3>}
      {element.note && <p className="qn-hint">{element.note}</p>}
      {pictureUrl && <img src={pictureUrl} alt={element.title || '插图'} />}
    </section>
  )
}
