import { TRAIL_PAGE } from '@despacho/contracts/dispatch';
import { byId, byNumber, type Handlers, withBody, withKey } from '#platform/call.ts';
import { type PlatformServices } from '#platform/services.ts';
import { readClientHistory } from './clients/client-changes.ts';
import { editClientNotes, readClientNotes, removeClientNotes } from './clients/client-notes.ts';
import { createClient, editClient, readClientDetails, setClientState } from './clients/write-client.ts';
import { deletePerson, editPerson, enablePerson } from './directory/change-person.ts';
import { permitFactorOfPerson, removeFactorOfPerson, unlinkProviderOfPerson } from './directory/change-sign-in.ts';
import { createPeople } from './directory/create-people.ts';
import { inviteToProvider, linkForPerson } from './directory/link-for-person.ts';
import { listPeople } from './directory/list-people.ts';
import { readPersonHistory } from './directory/person-history.ts';
import { createProfile, editProfile, listProfiles, removeProfile } from './directory/profiles.ts';
import { addOffice } from './offices/add-office.ts';
import { editOffice } from './offices/change-office.ts';
import { readCompanyOffices } from './offices/company-offices.ts';
import { editSettings, readSettings } from './offices/courier-settings.ts';
import { readOfficeHistory } from './offices/office-history.ts';
import { proposeOfficeId } from './offices/propose-office-id.ts';
import { editSignInRules, readSignInRules } from './sign-in-rules/sign-in-rules.ts';
import { exportTrailOfCompany } from './trail/export-trail.ts';
import { listTrail } from './trail/list-trail.ts';

/** The operations of this group. */
export const PEOPLE_HANDLERS = {
  'clients.details': byId(readClientDetails),
  'clients.history': byId(readClientHistory),
  'clients.create': withKey(createClient),
  'clients.edit': byId(editClient),
  'clients.disable': byId(setClientState),
  'clients.notes': byId(readClientNotes),
  'clients.editNotes': byId(editClientNotes),
  'clients.removeNotes': (services, dispatcher, { params, body }) =>
    removeClientNotes(services, dispatcher, params.id, body.version),
  'people.list': (services, dispatcher, { query }) => listPeople(services, dispatcher, query),
  'people.create': (services, dispatcher, { key, body, signal }) =>
    createPeople(services, dispatcher, { key, people: body.people, signal }),
  'people.edit': byId(editPerson),
  'people.history': byId(readPersonHistory),
  'people.enable': byId(enablePerson),
  'people.delete': byId(deletePerson),
  'people.removeFactor': byId(removeFactorOfPerson),
  'people.permitFactor': byId(permitFactorOfPerson),
  'people.profiles': listProfiles,
  'people.createProfile': withBody(createProfile),
  'people.editProfile': byNumber(editProfile),
  'people.removeProfile': (services, dispatcher, { params, body }) =>
    removeProfile(services, dispatcher, Number(params.id), body.version),
  'passwords.link': byId(linkForPerson),
  'people.inviteProvider': byId(inviteToProvider),
  'people.unlinkProvider': byId(unlinkProviderOfPerson),
  'offices.details': readCompanyOffices,
  'offices.proposal': async ({ db }, _dispatcher, { query }) => ({ id: await proposeOfficeId(db, query.id) }),
  'offices.create': withKey(addOffice),
  'offices.edit': withBody(editOffice),
  'offices.history': ({ db }, dispatcher) => readOfficeHistory(db, dispatcher),
  'settings.read': ({ db }, dispatcher) => readSettings(db, dispatcher),
  'settings.edit': withBody(editSettings),
  'signInRules.read': readSignInRules,
  'signInRules.edit': withBody(editSignInRules),
  'trail.list': (services, dispatcher, { query: { antes, limite, ...search } }) =>
    listTrail(services, dispatcher, {
      search,
      before: antes === undefined ? undefined : Number(antes),
      size: limite === undefined ? TRAIL_PAGE.size : Number(limite),
    }),
  'trail.file': (services, dispatcher, { query: { formato, ...search } }) =>
    exportTrailOfCompany(services, dispatcher, { search, format: formato }),
} satisfies Partial<Handlers<PlatformServices>>;
