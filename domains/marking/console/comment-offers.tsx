import { reviewTemplate, reviewTemplateKind } from '@kaopei/messaging/contract/review-template'
import { useCall } from '@kaopei/web'
import { Button, Select, Tooltip } from 'antd'
import type { ReactNode } from 'react'

interface CommentOffersProps {
  /** What this marker has written on the question before. */
  readonly own: readonly string[]
  readonly isReadOnly: boolean
  readonly onPick: (words: string) => void
}

/** So many stand as buttons; the others are found by typing. */
const mostButtons = 8

/** 常用评语: the company's 阅卷评语 of 审核模板, and one's own words on this question. */
export function CommentOffers({ own, isReadOnly, onPick }: CommentOffersProps): ReactNode {
  const asked = useCall(reviewTemplate.options, { kind: reviewTemplateKind.comment }, { staleMs: 60_000 })
  const templates = asked.data ?? []
  const bodies = new Set(templates.map(({ body }) => body))
  const fresh = own.filter((words) => !bodies.has(words))
  return (
    <>
      <fieldset className="kp-marking-offers" aria-label="常用评语" disabled={isReadOnly}>
        {templates.slice(0, mostButtons).map(({ id, name, body }) => (
          <Tooltip key={id} title={body === name ? undefined : body}>
            <Button size="small" type="dashed" className="kp-marking-offer" onClick={() => onPick(body)}>
              {name}
            </Button>
          </Tooltip>
        ))}
        {templates.length > mostButtons && (
          <Select<string>
            size="small"
            aria-label="更多常用评语"
            className="kp-marking-more"
            placeholder={`全部 ${templates.length} 条`}
            value={null}
            disabled={isReadOnly}
            showSearch={{ optionFilterProp: 'label' }}
            options={templates.map(({ id, name }) => ({ value: id, label: name }))}
            onSelect={(id) => onPick(templates.find((one) => one.id === id)?.body ?? '')}
          />
        )}
        {asked.data?.length === 0 && <span className="kp-hint">还没有常用评语，可在“审核模板”中添加阅卷评语</span>}
      </fieldset>
      {fresh.length > 0 && (
        <fieldset className="kp-marking-offers" aria-label="本题写过的评语" disabled={isReadOnly}>
          <span className="kp-hint">本题写过：</span>
          {fresh.map((words) => (
            <Button key={words} size="small" type="text" className="kp-marking-offer" onClick={() => onPick(words)}>
              {words}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  )
}
