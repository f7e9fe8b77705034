import { staffCentreCalls } from '@kaopei/identity/contract/staff-centre'
import { Dash, formatDate, formatInstant, Loaded, PageHeader, PersonMark, useCall } from '@kaopei/web'
import { call, isApiError, report } from '@kaopei/web/client'
import { Button, Descriptions } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { ownPageSections } from '../slots.ts'
import type { StaffCard } from './person.ts'

const genders: Readonly<Record<number, string>> = { 1: '男', 2: '女' }

/** One's own data. Contacts are masked until asked for. */
export default function PersonalDataPage(): ReactNode {
  const own = useCall(staffCentreCalls.get, {})
  return (
    <>
      <PageHeader title="个人资料" />
      <Loaded of={own}>{(staff) => <Card staff={staff} />}</Loaded>
      {ownPageSections.parts().map(({ key, Section }) => (
        <Section key={key} />
      ))}
    </>
  )
}

function Card({ staff }: { readonly staff: StaffCard }): ReactNode {
  const [full, setFull] = useState<StaffCard>()
  const navigate = useNavigate()
  const shown = full ?? staff
  const showAll = async () => {
    try {
      setFull(await call(staffCentreCalls.getWithPhone, {}, { silent: true }))
    } catch (error) {
      if (isApiError(error)) report(error)
    }
  }
  return (
    <section className="kp-card">
      <div className="kp-person">
        <PersonMark name={staff.name} isLarge />
        <div>
          <h2>{staff.name}</h2>
          <span className="kp-hint">{staff.company.name}</span>
        </div>
        <div className="kp-person-actions">
          {!full && (staff.phone || staff.email) && <Button onClick={() => void showAll()}>显示完整联系方式</Button>}
          <Button onClick={() => void navigate('/userInfo/AccountSecurity')}>账号安全</Button>
        </div>
      </div>
      <Descriptions
        styles={{ label: { width: 84 } }}
        column={{ xs: 1, md: 2 }}
        items={[
          { key: 'account', label: '登录账号', children: staff.loginAccount },
          { key: 'job', label: '工号', children: <Dash>{staff.jobNumber}</Dash> },
          { key: 'department', label: '部门', children: <Dash>{staff.departmentName}</Dash> },
          { key: 'post', label: '岗位', children: <Dash>{staff.post}</Dash> },
          { key: 'gender', label: '性别', children: <Dash>{genders[staff.gender ?? 0]}</Dash> },
          { key: 'entry', label: '入职日期', children: formatDate(staff.entryDate) },
          { key: 'phone', label: '手机号', children: <Dash>{shown.phone}</Dash> },
          { key: 'email', label: '邮箱', children: <Dash>{shown.email}</Dash> },
          { key: 'last', label: '上次登录', children: formatInstant(staff.lastLoginAt) },
        ]}
      />
      <p className="kp-hint">姓名、部门等信息由企业管理员维护，如需修改请联系管理员。</p>
    </section>
  )
}
