import { customType } from '@kaopei/org/contract/own-fields'
import { Bones, EmptyState, ErrorState, PageHeader, RightButton, ToneTag, useCall } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { outerCollection } from '../contract/collection.ts'
import { listNames, listsOf, listTitles } from './field-lists.ts'
import { MetaFields } from './meta-fields.tsx'
import { InfoCollectDrawer } from './parts.tsx'
import './collect.css'

/** 信息收集: what outside candidates fill in unless an exam says otherwise, and the company's own fields of employees. */
export default function CollectionPage(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PageHeader title="信息收集" />
      <section className="kp-card kp-collect-card" aria-label="外部考生">
        <div className="kp-collect-head">
          <h2>外部考生</h2>
          <RightButton right={outerCollection.saveDefaultCollection} type="primary" onClick={() => setOpen(true)}>
            设置收集信息
          </RightButton>
        </div>
        <p className="kp-collect-note">外部考生参加考试前需要填写的信息，对没有单独设置的考试生效。</p>
        <DefaultLists />
      </section>
      <section className="kp-card kp-collect-card" aria-label="员工">
        <MetaFields />
      </section>
      <InfoCollectDrawer open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function DefaultLists(): ReactNode {
  const asked = useCall(outerCollection.getDefaultCollection)
  if (asked.error) return <ErrorState error={asked.error} onRetry={asked.refetch} />
  if (!asked.data) return <Bones rows={4} />
  const lists = listsOf(asked.data)
  return (
    <div className="kp-collect">
      {listNames.map((name) => (
        <section key={name} className="kp-collect-list" aria-label={listTitles[name]}>
          <h3>
            {listTitles[name]} <span className="kp-number">{lists[name].length}</span>
          </h3>
          {lists[name].length === 0 && <EmptyState text="没有字段" />}
          <ul>
            {lists[name].map((field) => (
              <li key={field.value}>
                <div className="kp-collect-name">
                  <span title={field.label}>{field.label}</span>
                  <ToneTag tone="neutral">{customType.label(field.customType)}</ToneTag>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
