import type { OutputOf } from '@kaopei/contract'
import { formFor, Loaded, PageHeader, useCall, useMay, useUnsavedGuard } from '@kaopei/web'
import { refreshAssemblyInfo } from '@kaopei/web/client'
import { Button, Form, Input, Typography } from 'antd'
import type { ReactNode } from 'react'
import { company } from '../contract/company.ts'
import { CompanyQuotas } from './company-quotas.tsx'
import { PictureField } from './picture-field.tsx'
import './company-info.css'

const { Field, FormBody, useForm, useValue } = formFor(company.save)

type FormOf = ReturnType<typeof useForm>['form']
type Info = OutputOf<typeof company.getCompanyInfo>

/** 企业信息: what the company calls itself and looks like, on the login page, in the head and on the browser's tab. */
export default function CompanyInfoPage(): ReactNode {
  const info = useCall(company.getCompanyInfo)
  return (
    <>
      <PageHeader title="企业信息" description="保存后立即在登录页、页头和浏览器标签上生效。" />
      <Loaded of={info}>{(data) => <CompanyForm info={data} />}</Loaded>
    </>
  )
}

function CompanyForm({ info }: { readonly info: Info }): ReactNode {
  const mayEdit = useMay(company.save)
  const editing = useForm({
    endpoint: company.save,
    successText: '保存成功',
    onSaved: (saved) => {
      editing.form.setFieldsValue(saved)
      refreshAssemblyInfo().catch(() => undefined)
    },
  })
  useUnsavedGuard(editing.isChanged)
  return (
    <div className="kp-company">
      <section className="kp-card">
        <FormBody className="kp-company-form" editing={editing} savesOnEnter disabled={!mayEdit} initialValues={info}>
          <Field name="name" label="企业名称">
            <Input maxLength={60} showCount />
          </Field>
          <Field name="platformTitle" label="平台标题" extra="显示在页头和浏览器标签上。">
            <Input maxLength={30} showCount />
          </Field>
          <Form.Item label="登录地址" htmlFor="company-address" extra="企业域名由平台管理员修改。">
            <Input id="company-address" value={addressOf(info.domain)} readOnly />
          </Form.Item>
          <Field name="logoUrl" label="企业标识" extra="建议 240×64 像素，png、jpg 或 gif，不超过 2M。">
            <PictureField label="企业标识" shape="wide" />
          </Field>
          <Field name="webIcon" label="网页图标" extra="建议 64×64 像素的正方形图片。">
            <PictureField label="网页图标" shape="square" />
          </Field>
          <Button type="primary" htmlType="submit" loading={editing.isRunning} disabled={!mayEdit}>
            保 存
          </Button>
        </FormBody>
      </section>
      <aside>
        <Preview form={editing.form} info={info} />
        <CompanyQuotas />
      </aside>
    </div>
  )
}

/** The looks as they are typed, before they are saved. */
function Preview({ form, info }: { readonly form: FormOf; readonly info: Info }): ReactNode {
  const name = useValue('name', form) ?? info.name
  const platformTitle = useValue('platformTitle', form) ?? info.platformTitle
  const logoUrl = useValue('logoUrl', form)
  const webIcon = useValue('webIcon', form)
  return (
    <section className="kp-card kp-company-preview" aria-label="效果预览">
      <h2>效果预览</h2>
      <div className="kp-company-tab">
        {webIcon && <img src={webIcon} alt="" />}
        <span>首页 - {platformTitle}</span>
      </div>
      <div className="kp-company-head">
        {logoUrl && <img src={logoUrl} alt="" />}
        <span>{platformTitle}</span>
      </div>
      <div className="kp-company-login">
        {logoUrl && <img src={logoUrl} alt="" />}
        <Typography.Text>{name}</Typography.Text>
      </div>
      <p className="kp-hint">从上到下：浏览器标签、页头、登录页。</p>
    </section>
  )
}

/** The company's own address where the host is a name; an address by number serves one company alone. */
function addressOf(domain: string): string {
  const { protocol, hostname, port } = window.location
  const isBare = hostname === 'localhost' || /^[\d.]+$/.test(hostname) || hostname.includes(':')
  const host = isBare ? `${domain}.localhost` : [domain, ...hostname.split('.').slice(1)].join('.')
  return `${protocol}//${host}${port ? `:${port}` : ''}/login`
}
