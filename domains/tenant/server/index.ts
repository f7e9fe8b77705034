import type { Menu } from '@kaopei/contract'
import type { PasswordKeys } from '@kaopei/identity/server'
import { implement, type Module } from '@kaopei/server'
import { examConsumption, measurementConsumption } from '../contract/consumption.ts'
import { tenantErrors } from '../contract/errors.ts'
import { menuPackage } from '../contract/menu-package.ts'
import { merchant } from '../contract/merchant.ts'
import { systemRole } from '../contract/system-role.ts'
import { systemUser } from '../contract/system-user.ts'
import { consumptionExport } from './consumption.export.ts'
import { consumptionHandlers } from './consumption.handlers.ts'
import { logNames } from './log-names.sql.ts'
import { menuPackageHandlers } from './menu-package.handlers.ts'
import { merchantHandlers } from './merchant.handlers.ts'
import { systemRoleHandlers } from './system-role.handlers.ts'
import { systemUserHandlers } from './system-user.handlers.ts'

/** `menus` are those of all rooms; only the application knows them. */
export function tenantModule({ menus, passwordKeys }: { menus: readonly Menu[]; passwordKeys: PasswordKeys }): Module {
  const { accountTaken } = tenantErrors
  const taken = {
    account_login_unique: accountTaken,
    staff_account_unique: accountTaken,
    staff_phone_unique: accountTaken,
    staff_email_unique: accountTaken,
  }
  return {
    logNames,
    endpoints: [
      ...implement(merchant, merchantHandlers, { company_domain_key: tenantErrors.domainTaken }),
      ...implement(menuPackage, menuPackageHandlers(menus), { menu_package_name_unique: tenantErrors.packageNameTaken }),
      ...implement(systemUser, systemUserHandlers(passwordKeys), taken),
      ...implement(systemRole, systemRoleHandlers(menus), { role_name_unique: tenantErrors.roleNameTaken }),
      ...implement(examConsumption, consumptionHandlers('exam')),
      ...implement(measurementConsumption, consumptionHandlers('measurement')),
    ],
    jobs: [consumptionExport.job],
  }
}
