import { EmptyState, ErrorState, PageSkeleton, useCall } from '@kaopei/web'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { template } from '../../contract/template.ts'
import { base } from '../paths.ts'
import { Designer } from './designer.tsx'
import './designer.css'

/** The designer of one template. */
export default function DesignerPage(): ReactNode {
  const id = useSearchParams()[0].get('id')
  const asked = useCall(template.detail, { id: id ?? '' }, { enabled: id !== null, keepPrevious: true })
  if (id === null) {
    return (
      <div className="kp-card">
        <EmptyState text="请先从列表中选择证书模板" action={<Link to={`${base}/templates`}>证书模板</Link>} />
      </div>
    )
  }
  if (!asked.data) return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <PageSkeleton />
  return <Designer key={asked.data.id} stored={asked.data} reload={asked.refetch} />
}
