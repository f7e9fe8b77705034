import { PlusOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import type { Condition } from '../../contract/condition.ts'
import type { Definition, Page } from '../../contract/definition.ts'
import { type Asked, askedBefore, askedUpTo } from '../conditions/asked.ts'
import { ConditionBuilder } from '../conditions/condition-builder.tsx'
import { comparisonWith } from '../conditions/condition-tests.ts'
import { type Named, wordsOf } from '../conditions/condition-words.ts'
import { Faults } from './faults.tsx'
import { type Dragged, Handle, useDrop } from './handle.tsx'
import { Labelled } from './labelled.tsx'
import { SwitchLine } from './switch-line.tsx'
import type { Editing } from './use-edited.ts'

interface PageCardProps {
  readonly page: Page
  /** From 1. */
  readonly number: number
  readonly definition: Definition
  readonly elements: ReadonlyMap<string, Asked>
  readonly named: Named
  readonly faults: string
  readonly isAnonymous: boolean
  readonly isFixed: boolean
  readonly isOpen: boolean
  readonly editing: Editing
  readonly onDropped: (dragged: Dragged) => void
  readonly children: ReactNode
}

export function PageCard(props: PageCardProps): ReactNode {
  const { page, number, definition, named, faults, isFixed, isOpen, editing, onDropped, children } = props
  const { id, title, showIf, jumps, elements } = page
  const drop = useDrop(onDropped)
  return (
    <section
      className={`kp-card kp-qn-page ${drop.over ? 'kp-qn-dropping-before' : ''}`}
      aria-label={`第 ${number} 页`}
      {...drop.handlers}
    >
      <header className="kp-qn-page-head">
        {!isFixed && definition.pages.length > 1 && (
          <Handle name={`第 ${number} 页`} drag={{ kind: 'page', id }} onStep={(by) => editing.stepPage(id, by)} />
        )}
        <h3>
          第 {number} 页{title && `　${title}`}
        </h3>
        <Button
          type="link"
          size="small"
          icon={<SettingOutlined />}
          aria-expanded={isOpen}
          aria-label={`设置第 ${number} 页`}
          onClick={() => editing.open(isOpen ? undefined : id)}
        >
          设置
        </Button>
        {!isFixed && definition.pages.length > 1 && (
          <Button
            type="link"
            size="small"
            danger
            aria-label={`删除第 ${number} 页，题目并入相邻页`}
            title="题目并入相邻的页"
            onClick={() => editing.removePage(id)}
          >
            删除页
          </Button>
        )}
      </header>
      {!isOpen && showIf && <p className="kp-hint">显示条件：{wordsOf(showIf, named)}</p>}
      {!isOpen &&
        jumps.map((jump) => (
          <p key={JSON.stringify(jump)} className="kp-hint">
            跳转：{wordsOf(jump.when, named)} → {nameOfTarget(definition, jump.to)}
          </p>
        ))}
      <Faults lines={faults} />
      {isOpen && <PageForm {...props} />}
      {elements.length === 0 ? <p className="kp-hint kp-qn-empty">把左侧的题型拖到这里，或点击题型添加</p> : null}
      <ol className="kp-qn-elements">{children}</ol>
      {!isFixed && (
        <Button type="dashed" size="small" icon={<PlusOutlined />} onClick={() => editing.addPage(id)}>
          在此页后添加一页
        </Button>
      )}
    </section>
  )
}

function PageForm({ page, definition, elements, named, isAnonymous, isFixed, editing }: PageCardProps): ReactNode {
  const { id } = page
  const prefix = useId()
  const setCondition = (showIf: Condition | undefined) =>
    editing.change((now) => ({
      ...now,
      pages: now.pages.map((one) => {
        if (one.id !== id) return one
        const { showIf: _before, ...rest } = one
        return showIf ? { ...rest, showIf } : rest
      }),
    }))
  return (
    <div className="kp-qn-form">
      <Labelled label="页标题" htmlFor={`${prefix}-title`}>
        <Input
          id={`${prefix}-title`}
          maxLength={200}
          placeholder="选填，显示在这一页的上方"
          value={page.title}
          onChange={({ target }) => editing.changePage(id, { title: target.value }, `${id}:title`)}
        />
      </Labelled>
      <SwitchLine
        label="页内题目随机排列"
        isOn={page.isRandom}
        isDisabled={isFixed}
        onChange={(isRandom) => editing.changePage(id, { isRandom })}
      />
      <Labelled label="显示条件" hint="不设条件时总是显示；隐藏的页上所有题目都不显示。">
        <ConditionBuilder
          label="页的显示条件"
          lead="满足以下条件时显示这一页"
          value={page.showIf}
          asked={askedBefore(elements, definition, id)}
          hasPerson={!isAnonymous}
          isDisabled={isFixed}
          named={named}
          onChange={setCondition}
        />
      </Labelled>
      <Jumps {...{ page, definition, elements, named, isAnonymous, isFixed, editing }} />
    </div>
  )
}

type JumpsProps = Pick<PageCardProps, 'page' | 'definition' | 'elements' | 'named' | 'isAnonymous' | 'isFixed' | 'editing'>

/** Where this page leads on to, instead of the next one; the first that is met counts. */
function Jumps({ page, definition, elements, named, isAnonymous, isFixed, editing }: JumpsProps): ReactNode {
  const { id, jumps } = page
  const asked = askedUpTo(elements, definition, id)
  const targets = targetsBehind(definition, id)
  const first = asked.findLast(({ element }) => element.kind !== 'note')
  const set = (next: Page['jumps']) => editing.changePage(id, { jumps: next })
  return (
    <Labelled label="离开这一页时的跳转" hint="从上到下，第一条满足的生效；都不满足时进入下一页。">
      {jumps.map((jump, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: jumps have no identity but their place
        <div key={at} className="kp-qn-jump">
          <ConditionBuilder
            label={`跳转 ${at + 1} 的条件`}
            lead="满足以下条件时跳转"
            value={jump.when}
            hasPerson={!isAnonymous}
            isDisabled={isFixed}
            {...{ asked, named }}
            onChange={(when) =>
              set(when ? jumps.map((one, place) => (place === at ? { ...one, when } : one)) : jumps.toSpliced(at, 1))
            }
          />
          <div className="kp-qn-jump-to">
            <span>跳到</span>
            <Select
              aria-label={`跳转 ${at + 1} 的目标`}
              disabled={isFixed}
              value={jump.to}
              style={{ minWidth: 180 }}
              options={
                targets.some(({ value }) => value === jump.to)
                  ? targets
                  : [...targets, { value: jump.to, label: nameOfTarget(definition, jump.to), disabled: true }]
              }
              onChange={(to) => set(jumps.map((one, place) => (place === at ? { ...one, to } : one)))}
            />
            {!isFixed && (
              <Button
                type="link"
                danger
                size="small"
                aria-label={`删除跳转 ${at + 1}`}
                onClick={() => set(jumps.toSpliced(at, 1))}
              >
                删除
              </Button>
            )}
          </div>
        </div>
      ))}
      {!isFixed && (
        <Button
          size="small"
          type="dashed"
          icon={<PlusOutlined />}
          disabled={!first || jumps.length >= 20}
          onClick={() => first && set([...jumps, { when: comparisonWith(first.element, undefined), to: 'end' }])}
        >
          添加跳转
        </Button>
      )}
    </Labelled>
  )
}

function targetsBehind({ pages }: Definition, pageId: string): { value: string; label: string; disabled?: boolean }[] {
  const at = pages.findIndex(({ id }) => id === pageId)
  const behind = pages.slice(at + 1).map((page, place) => ({ value: page.id, label: pageName(page, at + 1 + place) }))
  return [...behind, { value: 'end', label: '结束问卷' }]
}

const pageName = ({ title }: Page, at: number) => `第 ${at + 1} 页${title && ` ${title}`}`

function nameOfTarget({ pages }: Definition, to: string): string {
  if (to === 'end') return '结束问卷'
  const at = pages.findIndex(({ id }) => id === to)
  const page = pages[at]
  return page ? pageName(page, at) : '（已删除的页）'
}
