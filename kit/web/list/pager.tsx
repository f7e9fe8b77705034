import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { exactNumber } from '../format.ts'
import { scrollToTop } from '../scroll.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import { pageSizes } from './list-state.ts'
import { pagerNumbers } from './pager-numbers.ts'

export interface PagerProps {
  readonly pageIndex: number
  readonly pageSize: number
  readonly totalCount: number
  readonly onChange: (pageIndex: number, pageSize: number) => void
  /** What is counted: 条 unless given. */
  readonly unit?: string
  /** The total, the arrows and the page's number, also when everything fits on one page. */
  readonly isInDrawer?: boolean
}

/** Total, sizes, arrows, nine numbers, jumper; without room for them the arrows and the number. Nothing while everything fits on one page. */
export function Pager(props: PagerProps): ReactNode {
  const { pageIndex, pageSize, totalCount, onChange, unit = '条', isInDrawer = false } = props
  const isCompact = useIsNarrow() || isInDrawer
  const pageCount = Math.max(1, Math.ceil(totalCount / pageSize))
  if (isInDrawer ? totalCount === 0 : totalCount <= pageSize && pageIndex === 1) return null
  const goTo = (wanted: number, size = pageSize) => {
    onChange(Math.min(pageCount, Math.max(1, wanted)), size)
    if (!isInDrawer) scrollToTop(800)
  }
  const jumper = <Jumper key={pageIndex} pageIndex={pageIndex} pageCount={pageCount} isCompact={isCompact} goTo={goTo} />
  return (
    <nav className={isCompact ? 'kp-pager kp-pager-compact' : 'kp-pager'} aria-label="分页">
      <span className="kp-pager-total">
        共 {exactNumber(totalCount)} {unit}
      </span>
      {!isCompact && (
        <Select
          aria-label="每页条数"
          value={pageSize}
          options={pageSizes.map((size) => ({ value: size, label: `${size} 条/页` }))}
          popupMatchSelectWidth={false}
          onChange={(size: number) => goTo(1, size)}
        />
      )}
      <div className="kp-pager-pages">
        <Arrow label="上一页" isDisabled={pageIndex <= 1} onGo={() => goTo(pageIndex - 1)}>
          <LeftOutlined />
        </Arrow>
        {isCompact ? jumper : <Numbers pageIndex={pageIndex} pageCount={pageCount} goTo={goTo} />}
        <Arrow label="下一页" isDisabled={pageIndex >= pageCount} onGo={() => goTo(pageIndex + 1)}>
          <RightOutlined />
        </Arrow>
      </div>
      {!isCompact && jumper}
    </nav>
  )
}

interface ArrowProps {
  readonly label: string
  readonly isDisabled: boolean
  readonly onGo: () => void
  readonly children: ReactNode
}

function Arrow({ label, isDisabled, onGo, children }: ArrowProps): ReactNode {
  return (
    <button type="button" aria-label={label} title={label} disabled={isDisabled} onClick={onGo}>
      {children}
    </button>
  )
}

interface NumbersProps {
  readonly pageIndex: number
  readonly pageCount: number
  readonly goTo: (pageIndex: number) => void
}

function Numbers({ pageIndex, pageCount, goTo }: NumbersProps): ReactNode {
  return pagerNumbers(pageIndex, pageCount).map((number, at) =>
    number === null ? (
      <span key={at === 1 ? 'before' : 'after'} className="kp-pager-gap" aria-hidden="true">
        …
      </span>
    ) : (
      <button
        key={number}
        type="button"
        className="kp-pager-number"
        aria-label={`第 ${number} 页`}
        aria-current={number === pageIndex ? 'page' : undefined}
        onClick={() => goTo(number)}
      >
        {number}
      </button>
    ),
  )
}

/** A number and Enter; what is no page of the list is taken back. */
function Jumper(props: NumbersProps & { readonly isCompact: boolean }): ReactNode {
  const { pageIndex, pageCount, goTo, isCompact } = props
  const id = useId()
  const first = isCompact ? String(pageIndex) : ''
  const [text, setText] = useState(first)
  const jump = () => {
    const wanted = Number(text)
    if (text !== '' && Number.isSafeInteger(wanted) && wanted !== pageIndex) goTo(wanted)
    setText(first)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The list may stand in a form.
    event.preventDefault()
    jump()
  }
  return (
    <span className="kp-pager-jumper">
      {!isCompact && <label htmlFor={id}>前往</label>}
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`前往第几页，共 ${pageCount} 页`}
        value={text}
        maxLength={6}
        onChange={({ target }) => setText(target.value.replace(/\D/g, ''))}
        onKeyDown={keys}
        onBlur={jump}
      />
      <span>{isCompact ? `/ ${exactNumber(pageCount)}` : '页'}</span>
    </span>
  )
}
