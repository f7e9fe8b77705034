import { InputNumber } from 'antd'
import type { ReactNode } from 'react'
import type { ElementOf } from '../../contract/definition.ts'
import { type CommonProps, Ends, Optional, Steps } from './field-parts.tsx'
import type { KindFieldsProps } from './kind-fields-props.ts'
import { Labelled } from './labelled.tsx'
import { LinesEditor } from './lines-editor.tsx'
import { NotePicture } from './note-picture.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { DateFields, NumberFields, SliderFields, TextFields } from './typed-fields.tsx'

/** What elements of one kind have beside a title. */
export function KindFields(props: KindFieldsProps): ReactNode {
  const { element, isFixed, pictureUrls, prefix, change } = props
  switch (element.kind) {
    case 'single':
    case 'dropdown':
      return <OptionsEditor {...props} element={element} />
    case 'multiple':
      return (
        <>
          <OptionsEditor {...props} element={element} />
          <Counts {...{ element, isFixed, prefix, change }} />
        </>
      )
    case 'ranking':
      return (
        <>
          <OptionsEditor {...props} element={element} />
          <Optional
            {...{ prefix, isFixed }}
            name="places"
            label="至少排出前几位"
            hint="不填则排完所有选项。"
            min={1}
            max={element.options.length}
            value={element.places}
            onChange={(places) => props.editing.changeElement(element.id, (now) => without(now, 'places', places))}
          />
        </>
      )
    case 'text':
      return <TextFields {...props} element={element} />
    case 'number':
      return <NumberFields {...props} element={element} />
    case 'date':
      return <DateFields {...props} element={element} />
    case 'rating':
      return (
        <>
          <Steps {...{ prefix, isFixed, change }} steps={element.steps} />
          <Ends {...{ element, prefix, change }} />
        </>
      )
    case 'nps':
      return <Ends {...{ element, prefix, change }} />
    case 'slider':
      return <SliderFields {...props} element={element} />
    case 'matrixSingle':
    case 'matrixMultiple':
      return (
        <>
          <LinesEditor label="行" lines={element.rows} isFixed={isFixed} onChange={(rows, mark) => change({ rows }, mark)} />
          <LinesEditor
            label="列"
            lines={element.columns}
            isFixed={isFixed}
            onChange={(columns, mark) => change({ columns }, mark)}
          />
        </>
      )
    case 'matrixRating':
      return (
        <>
          <LinesEditor label="行" lines={element.rows} isFixed={isFixed} onChange={(rows, mark) => change({ rows }, mark)} />
          <Steps {...{ prefix, isFixed, change }} steps={element.steps} />
          <Ends {...{ element, prefix, change }} />
        </>
      )
    case 'file':
      return (
        <Labelled label="最多文件数" htmlFor={`${prefix}-files`}>
          <InputNumber
            id={`${prefix}-files`}
            min={1}
            max={9}
            precision={0}
            disabled={isFixed}
            value={element.mostFiles}
            onChange={(mostFiles) => change({ mostFiles: mostFiles ?? 1 })}
          />
        </Labelled>
      )
    case 'note':
      return <NotePicture {...{ element, prefix, change, pictureUrls, isFixed }} />
    case 'consent':
      return null
  }
}

/** The element with this optional field, or without it. */
function without<One extends object>(now: One, name: string, value: unknown): One {
  const next = { ...now }
  Reflect.deleteProperty(next, name)
  return value === null || value === undefined || value === '' ? next : Object.assign(next, { [name]: value })
}

function Counts({ element, isFixed, prefix, change }: CommonProps & { readonly element: ElementOf<'multiple'> }): ReactNode {
  const most = element.options.length
  return (
    <div className="kp-qn-line">
      <Optional
        {...{ prefix, isFixed }}
        name="min"
        label="至少选"
        min={0}
        max={most}
        value={element.min}
        onChange={(min) => change({ min: min ?? undefined })}
      />
      <Optional
        {...{ prefix, isFixed }}
        name="max"
        label="最多选"
        min={1}
        max={most}
        value={element.max}
        onChange={(max) => change({ max: max ?? undefined })}
      />
    </div>
  )
}
