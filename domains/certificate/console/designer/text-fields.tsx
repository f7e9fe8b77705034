import { Input, Select, Switch } from 'antd'
import { type ComponentRef, type ReactNode, useRef } from 'react'
import type { TextBox } from '../../contract/layout.ts'
import { variableNames, variables } from '../../contract/variables.ts'
import { Choice, ColourField, type FieldsProps, NumberField } from './controls.tsx'

const inserted = variableNames.map((name) => ({ value: variables[name].label, label: variables[name].label }))

const aligned = [
  { value: 'left', label: '左' },
  { value: 'center', label: '中' },
  { value: 'right', label: '右' },
] as const
const verticals = [
  { value: 'top', label: '上' },
  { value: 'middle', label: '中' },
  { value: 'bottom', label: '下' },
] as const
const fits = [
  { value: 'shrink', label: '换行并缩小' },
  { value: 'line', label: '一行缩小' },
  { value: 'wrap', label: '只换行' },
] as const

/** Words with variables at the place of the caret, and how they look. */
export function TextFields({ box, change }: FieldsProps<TextBox>): ReactNode {
  const area = useRef<ComponentRef<typeof Input.TextArea>>(null)
  const insert = (label: string) => {
    const field = area.current?.resizableTextArea?.textArea
    const [from, to] = [field?.selectionStart ?? box.text.length, field?.selectionEnd ?? box.text.length]
    change({ text: `${box.text.slice(0, from)}{{${label}}}${box.text.slice(to)}` })
    field?.focus()
  }
  return (
    <>
      <Input.TextArea
        ref={area}
        aria-label="文字"
        rows={4}
        maxLength={2000}
        value={box.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <Select size="small" aria-label="插入变量" placeholder="插入变量" value={null} options={inserted} onChange={insert} />
      <div className="kp-design-grid">
        <NumberField
          label="字号"
          unit="磅"
          min={5}
          max={120}
          step={1}
          value={box.sizePt}
          onChange={(sizePt) => change({ sizePt })}
        />
        <ColourField label="颜色" value={box.color} onChange={(color) => change({ color })} />
        <NumberField
          label="行距"
          unit="倍"
          min={1}
          max={4}
          step={0.1}
          value={box.lineHeight}
          onChange={(lineHeight) => change({ lineHeight })}
        />
        <NumberField
          label="字距"
          unit="磅"
          min={0}
          max={40}
          step={1}
          value={box.spacingPt}
          onChange={(spacingPt) => change({ spacingPt })}
        />
        <Choice label="水平" value={box.align} options={aligned} onChange={(align) => change({ align })} />
        <Choice label="垂直" value={box.vertical} options={verticals} onChange={(vertical) => change({ vertical })} />
      </div>
      <div className="kp-design-switch">
        <Switch size="small" aria-label="加粗" checked={box.isBold} onChange={(isBold) => change({ isBold })} />
        <span>加粗</span>
      </div>
      <Choice label="放不下时" value={box.fit} options={fits} onChange={(fit) => change({ fit })} />
    </>
  )
}
