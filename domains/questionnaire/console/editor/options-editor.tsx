import { SettingOutlined } from '@ant-design/icons'
import { DropMenu } from '@kaopei/web'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ElementOf, Option } from '../../contract/definition.ts'
import { ConditionBuilder } from '../conditions/condition-builder.tsx'
import { wordsOf } from '../conditions/condition-words.ts'
import type { KindFieldsProps } from './kind-fields-props.ts'
import { LinesEditor } from './lines-editor.tsx'
import { SwitchLine } from './switch-line.tsx'

type WithOptions = ElementOf<'single' | 'multiple' | 'dropdown' | 'ranking'>
const blank = { isFixed: false, takesText: false, isExclusive: false }

/** The options of a question, each with what it does beside being chosen. */
export function OptionsEditor(props: KindFieldsProps & { readonly element: WithOptions }): ReactNode {
  const { element, asked, named, hasPerson, isFixed, change, editing } = props
  const [conditioned, setConditioned] = useState<string>()
  const set = (id: string, part: Partial<Option>) =>
    change({ options: element.options.map((option) => (option.id === id ? { ...option, ...part } : option)) })
  const setCondition = (id: string, showIf: Option['showIf']) =>
    editing.changeElement(element.id, (now) => {
      if (!('options' in now)) return now
      const options = now.options.map((option) => {
        if (option.id !== id) return option
        const { showIf: _before, ...rest } = option
        return showIf ? { ...rest, showIf } : rest
      })
      return { ...now, options }
    })
  return (
    <>
      <LinesEditor<Option>
        label="选项"
        lines={element.options}
        isFixed={isFixed}
        blank={blank}
        onChange={(options, mark) => change({ options }, mark)}
        extra={(option, place) => ({
          beside: !isFixed && (
            <OptionMenu
              {...{ option, element, place }}
              isConditionOpen={conditioned === option.id}
              onSet={(part) => set(option.id, part)}
              onCondition={() => setConditioned(conditioned === option.id ? undefined : option.id)}
            />
          ),
          beneath: (
            <>
              <OptionMarks option={option} isRandom={element.isRandom} />
              {conditioned === option.id ? (
                <ConditionBuilder
                  label={`选项 ${place + 1} 的显示条件`}
                  lead="满足以下条件时有此选项"
                  value={option.showIf}
                  onChange={(showIf) => setCondition(option.id, showIf)}
                  {...{ asked, named, hasPerson }}
                />
              ) : (
                option.showIf && <p className="kp-hint">满足以下条件时有此选项：{wordsOf(option.showIf, named)}</p>
              )}
            </>
          ),
        })}
      />
      <SwitchLine
        label="选项随机排列"
        isOn={element.isRandom}
        isDisabled={isFixed}
        onChange={(isRandom) => change({ isRandom })}
      />
    </>
  )
}

interface MenuProps {
  readonly option: Option
  readonly element: WithOptions
  readonly place: number
  readonly isConditionOpen: boolean
  readonly onSet: (part: Partial<Option>) => void
  readonly onCondition: () => void
}

function OptionMenu({ option, element, place, isConditionOpen, onSet, onCondition }: MenuProps): ReactNode {
  const items = [
    element.kind !== 'ranking' && {
      key: 'text',
      label: option.takesText ? '取消“可填写文字”' : '可填写文字（其他）',
      onClick: () => onSet({ takesText: !option.takesText }),
    },
    element.kind === 'multiple' && {
      key: 'alone',
      label: option.isExclusive ? '取消“排他”' : '排他（以上都不是）',
      onClick: () => onSet({ isExclusive: !option.isExclusive }),
    },
    {
      key: 'fixed',
      label: option.isFixed ? '取消“固定位置”' : '随机时固定位置',
      onClick: () => onSet({ isFixed: !option.isFixed }),
    },
    { key: 'condition', label: isConditionOpen ? '收起显示条件' : '显示条件', onClick: onCondition },
  ].filter((item) => item !== false)
  return (
    <DropMenu menu={{ items }}>
      <Button type="text" size="small" icon={<SettingOutlined />} aria-label={`设置选项 ${place + 1}`} />
    </DropMenu>
  )
}

function OptionMarks({ option, isRandom }: { readonly option: Option; readonly isRandom: boolean }): ReactNode {
  const marks = [
    option.takesText && '可填写文字',
    option.isExclusive && '排他',
    option.isFixed && (isRandom ? '固定位置' : '固定位置（随机排列时）'),
  ].filter((mark) => mark !== false)
  return marks.length === 0 ? null : <span className="kp-hint">{marks.join(' · ')}</span>
}
