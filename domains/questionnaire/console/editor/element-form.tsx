import { DropMenu } from '@kaopei/web'
import { Button, Input } from 'antd'
import { type ReactNode, useId } from 'react'
import type { Definition, Element } from '../../contract/definition.ts'
import { pipedIn } from '../../contract/rules/piping.ts'
import { type Asked, askedBefore } from '../conditions/asked.ts'
import { ConditionBuilder } from '../conditions/condition-builder.tsx'
import { type Named, nameOf } from '../conditions/condition-words.ts'
import { KindFields } from './kind-fields.tsx'
import type { ChangeElement } from './kind-fields-props.ts'
import { Labelled, RequiredMark } from './labelled.tsx'
import { SwitchLine } from './switch-line.tsx'
import type { Editing } from './use-edited.ts'

interface ElementFormProps {
  readonly element: Element
  readonly definition: Definition
  readonly elements: ReadonlyMap<string, Asked>
  readonly named: Named
  /** Nothing is known of who answers. */
  readonly isAnonymous: boolean
  /** Published: words may be mended, nothing else. */
  readonly isFixed: boolean
  readonly pictureUrls: Readonly<Record<string, string>>
  readonly editing: Editing
}

/** Everything that is set of one element, under its card's head. */
export function ElementForm(props: ElementFormProps): ReactNode {
  const { element, definition, elements, named, isAnonymous, isFixed, pictureUrls, editing } = props
  const { id, kind } = element
  const prefix = useId()
  const asked = askedBefore(elements, definition, id)
  const change: ChangeElement = (part, mark) =>
    editing.changeElement(id, (now) => Object.assign({}, now, part), mark && `${id}:${mark}`)
  return (
    <div className="kp-qn-form">
      <TitleField {...props} asked={asked} change={change} prefix={prefix} />
      <Labelled label={kind === 'consent' || kind === 'note' ? '正文' : '说明'} htmlFor={`${prefix}-note`}>
        <Input.TextArea
          id={`${prefix}-note`}
          autoSize={{ minRows: kind === 'consent' || kind === 'note' ? 3 : 1, maxRows: 10 }}
          maxLength={2000}
          placeholder={kind === 'consent' ? '请输入需要答卷人同意的内容' : '选填，显示在题目下方'}
          value={element.note}
          onChange={({ target }) => change({ note: target.value }, 'note')}
        />
      </Labelled>
      <KindFields {...{ element, asked, named, isFixed, pictureUrls, editing, prefix, change }} hasPerson={!isAnonymous} />
      <div className="kp-qn-switches">
        {kind !== 'note' && (
          <SwitchLine
            label={kind === 'consent' ? '必须同意才能提交' : '必答'}
            isOn={element.isRequired}
            isDisabled={isFixed}
            onChange={(isRequired) => change({ isRequired })}
          />
        )}
        <SwitchLine
          label="页内随机时固定位置"
          isOn={element.isFixed}
          isDisabled={isFixed}
          onChange={(isFixedPlace) => change({ isFixed: isFixedPlace })}
        />
      </div>
      <Labelled label="显示条件" hint="不设条件时总是显示。">
        <ConditionBuilder
          label="显示条件"
          lead="满足以下条件时显示"
          value={element.showIf}
          hasPerson={!isAnonymous}
          isDisabled={isFixed}
          {...{ asked, named }}
          onChange={(showIf) =>
            editing.changeElement(id, ({ showIf: _before, ...rest }) => (showIf ? { ...rest, showIf } : rest))
          }
        />
      </Labelled>
    </div>
  )
}

interface TitleProps extends ElementFormProps {
  readonly asked: readonly Asked[]
  readonly change: ChangeElement
  readonly prefix: string
}

function TitleField({ element, elements, asked, change, prefix }: TitleProps): ReactNode {
  const refs = [...new Set(pipedIn(element.title))]
  const usable = asked.filter((one) => one.number !== null && one.element.kind !== 'file' && one.element.kind !== 'consent')
  return (
    <Labelled
      label={
        <>
          {element.kind !== 'note' && <RequiredMark />}
          {element.kind === 'note' ? '标题' : '题目'}
        </>
      }
      htmlFor={`${prefix}-title`}
    >
      <Input.TextArea
        id={`${prefix}-title`}
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={1000}
        placeholder="请输入题目"
        status={element.kind !== 'note' && element.title.trim() === '' ? 'error' : ''}
        value={element.title}
        onChange={({ target }) => change({ title: target.value }, 'title')}
      />
      <div className="kp-qn-piping">
        <DropMenu
          disabled={usable.length === 0}
          menu={{
            className: 'kp-qn-menu',
            items: usable.map((one) => ({ key: one.element.id, label: nameOf(one) })),
            onClick: ({ key }) => change({ title: `${element.title}{{${key}}}` }),
          }}
        >
          <Button size="small" type="link" title={usable.length === 0 ? '前面没有可引用的题目' : ''}>
            引用前面的答案
          </Button>
        </DropMenu>
        {refs.map((ref) => {
          const known = elements.get(ref)
          return (
            <span key={ref} className="kp-hint">
              {`{{${ref}}}`} 显示为{known ? `${nameOf(known)}的答案` : '（已删除的题目）'}
            </span>
          )
        })}
      </div>
    </Labelled>
  )
}
