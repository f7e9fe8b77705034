import { Loaded, useCall } from '@kaopei/web'
import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { company } from '../contract/company.ts'
import { QuotaUsed } from './quota-used.tsx'

/** What was agreed with the platform and how much of it is used. */
export function CompanyQuotas(): ReactNode {
  const asked = useCall(company.quotas)
  return (
    <section className="kp-card kp-company-quotas" aria-label="额度与有效期">
      <h2>额度与有效期</h2>
      <Loaded of={asked}>
        {(all) => (
          <Descriptions
            column={1}
            size="small"
            items={[
              { key: 'staff', label: '人员', children: <QuotaUsed used={all.staffUsed} quota={all.staffQuota} /> },
              {
                key: 'storage',
                label: '存储',
                children: <QuotaUsed unit="bytes" used={all.storageUsedBytes} quota={all.storageQuotaBytes} />,
              },
              { key: 'exam', label: '考试人次', children: <QuotaUsed used={all.examUsed} quota={all.examQuota} /> },
              {
                key: 'measurement',
                label: '测评人次',
                children: <QuotaUsed used={all.measurementUsed} quota={all.measurementQuota} />,
              },
              { key: 'validUntil', label: '有效期至', children: all.validUntil ?? '长期有效' },
            ]}
          />
        )}
      </Loaded>
      <p className="kp-hint">启用的员工计入人员，外部考生和停用人员不计入；需要调整请联系平台管理员。</p>
    </section>
  )
}
