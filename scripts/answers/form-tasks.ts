import type { FieldValue, FormDefinition, FormField } from '../../lib/contracts/page-forms.ts';
import { buildForm } from '../../lib/testing/tools/memory-pages.ts';

/** A form, what a user writes about it, and the values that are right, by the keys of the fields. */
export type FormTask = {
  id: string;
  form: FormDefinition;
  question: string;
  expected: Readonly<Record<string, FieldValue>>;
};

type Field = Partial<FormField> & { label: string };

const text = (label: string): Field => ({ label });
const required = (label: string): Field => ({ label, isRequired: true });
const date = (label: string): Field => ({ label, kind: 'date', hint: 'YYYY-MM-DD' });
const number = (label: string): Field => ({ label, kind: 'number' });
const box = (label: string): Field => ({ label, kind: 'checkbox', value: false });
const list = (label: string, ...options: string[]): Field => ({ label, kind: 'select', options });
const choice = (label: string, ...options: string[]): Field => ({ label, kind: 'radios', options });

const DELIVERY = buildForm('Delivery', [
  required('Full name'),
  required('Street'),
  text('Postcode'),
  text('City'),
  text('Phone'),
]);
const SIGN_UP = buildForm('Sign up', [
  required('First name'),
  required('Last name'),
  required('E-mail'),
  box('Newsletter'),
]);
const BOOKING = buildForm('Book a table', [date('Date'), text('Time'), number('Guests'), text('Name'), text('Wishes')]);
const FLIGHT = buildForm('Flights', [
  text('From'),
  text('To'),
  date('Departure'),
  date('Return'),
  number('Passengers'),
]);
const CONTACT = buildForm('Contact', [
  text('Name'),
  text('E-mail'),
  list('Topic', 'Order', 'Returns', 'Other'),
  required('Message'),
]);
const JOB = buildForm('Application', [
  text('Name'),
  text('E-mail'),
  text('Position'),
  date('Available from'),
  number('Salary'),
]);
const ADDRESS_DE = buildForm('Adresse', [
  required('Vorname'),
  required('Nachname'),
  text('Straße'),
  text('PLZ'),
  text('Ort'),
]);
const EVENT = buildForm('New event', [required('Title'), date('Date'), text('Start'), text('End'), text('Place')]);
const SURVEY = buildForm('Survey', [
  choice('Satisfaction', 'Good', 'Fair', 'Poor'),
  choice('Would recommend', 'Yes', 'No'),
  text('Comment'),
]);
const FILTER = buildForm('Filter', [
  number('Minimum price'),
  number('Maximum price'),
  list('Colour', 'Black', 'White', 'Red'),
  box('In stock'),
]);
const HOTEL = buildForm('Hotel', [
  text('City'),
  date('Check-in'),
  date('Check-out'),
  number('Rooms'),
  box('Breakfast'),
]);
const REPAIR = buildForm('Repair', [
  text('Device'),
  text('Serial number'),
  date('Bought on'),
  text('Fault'),
  box('Under warranty'),
]);
const PROFILE = buildForm('Profile', [
  text('Display name'),
  text('Website'),
  text('About'),
  list('Language', 'English', 'German', 'French'),
]);
const PARCEL = buildForm('Parcel', [
  number('Width'),
  number('Height'),
  number('Depth'),
  number('Weight'),
  list('Speed', 'Standard', 'Express'),
]);

function task(id: string, form: FormDefinition, question: string, expected: FormTask['expected']): FormTask {
  return { id, form, question, expected };
}

/** 40 requests, most of them in English, with all values in the words of the user. */
export const FORM_TASKS: readonly FormTask[] = [
  task('delivery-1', DELIVERY, 'Fill in the form: my name is Ada Moreau, deliver to 14 Harbour Street, 8010 Graz.', {
    full_name: 'Ada Moreau',
    street: '14 Harbour Street',
    postcode: '8010',
    city: 'Graz',
  }),
  task(
    'delivery-2',
    DELIVERY,
    'Please fill the form in for Tom Reyes, Mill Lane 3, Oslo, postcode 0150, phone 22 33 44 55.',
    { full_name: 'Tom Reyes', street: 'Mill Lane 3', city: 'Oslo', postcode: '0150', phone: '22 33 44 55' },
  ),
  task('delivery-3', DELIVERY, 'Fill in the form. Name: Grace Okafor. Street: 7 Elm Road. City: Leeds.', {
    full_name: 'Grace Okafor',
    street: '7 Elm Road',
    city: 'Leeds',
  }),
  task('sign-up-1', SIGN_UP, 'Fill out the sign-up form: Nora Lind, nora@lind.example, and no newsletter please.', {
    first_name: 'Nora',
    last_name: 'Lind',
    e_mail: 'nora@lind.example',
  }),
  task('sign-up-2', SIGN_UP, 'Fill in the form for Paul Weber, paul.weber@mail.example. I want the newsletter.', {
    first_name: 'Paul',
    last_name: 'Weber',
    e_mail: 'paul.weber@mail.example',
    newsletter: true,
  }),
  task('sign-up-3', SIGN_UP, 'Fill in this form: first name Li, last name Wang, e-mail li@wang.example', {
    first_name: 'Li',
    last_name: 'Wang',
    e_mail: 'li@wang.example',
  }),
  task('booking-1', BOOKING, 'Fill in the form: a table for 4 on 2027-05-17 at 19:30, name Sato.', {
    date: '2027-05-17',
    time: '19:30',
    guests: 4,
    name: 'Sato',
  }),
  task(
    'booking-2',
    BOOKING,
    'Fill the form in for two guests on 3 June 2027 at 18:00, under Brown. A quiet corner please.',
    { date: '2027-06-03', time: '18:00', guests: 2, name: 'Brown', wishes: 'A quiet corner' },
  ),
  task('booking-3', BOOKING, 'Fill in the form: 6 people, 2027-12-24, 12:00, Rossi', {
    date: '2027-12-24',
    time: '12:00',
    guests: 6,
    name: 'Rossi',
  }),
  task(
    'flight-1',
    FLIGHT,
    'Fill in the form: from Vienna to Lisbon, departure 2027-03-01, return 2027-03-08, 2 passengers.',
    { from: 'Vienna', to: 'Lisbon', departure: '2027-03-01', return: '2027-03-08', passengers: 2 },
  ),
  task('flight-2', FLIGHT, 'Fill in the form for one passenger from Oslo to Tromsø on 2027-01-15.', {
    from: 'Oslo',
    to: 'Tromsø',
    departure: '2027-01-15',
    passengers: 1,
  }),
  task(
    'flight-3',
    FLIGHT,
    'Please fill in the form. I leave Rome for Athens on 9 April 2027 and come back on 16 April 2027.',
    { from: 'Rome', to: 'Athens', departure: '2027-04-09', return: '2027-04-16' },
  ),
  task(
    'contact-1',
    CONTACT,
    'Fill in the form: I am Ben Cole, ben@cole.example, topic Returns, message: The lamp arrived broken.',
    { name: 'Ben Cole', e_mail: 'ben@cole.example', topic: 'Returns', message: 'The lamp arrived broken.' },
  ),
  task('contact-2', CONTACT, 'Fill in the form about my order with the message "Where is parcel 8812?"', {
    topic: 'Order',
    message: 'Where is parcel 8812?',
  }),
  task('contact-3', CONTACT, 'Fill in the form. Name Eva, e-mail eva@x.example, topic Other, message Thank you.', {
    name: 'Eva',
    e_mail: 'eva@x.example',
    topic: 'Other',
    message: 'Thank you.',
  }),
  task(
    'job-1',
    JOB,
    'Fill in the form: Maria Silva, maria@silva.example, position Welder, available from 2027-02-01, salary 42000.',
    {
      name: 'Maria Silva',
      e_mail: 'maria@silva.example',
      position: 'Welder',
      available_from: '2027-02-01',
      salary: 42000,
    },
  ),
  task(
    'job-2',
    JOB,
    'Fill in the form for the position of nurse. My name is Jon Berg and my e-mail is jon@berg.example.',
    { position: 'nurse', name: 'Jon Berg', e_mail: 'jon@berg.example' },
  ),
  task(
    'german-1',
    ADDRESS_DE,
    'Füll das Formular aus: Ich heiße Anna Huber und wohne in der Ringstraße 5, 1010 Wien.',
    { vorname: 'Anna', nachname: 'Huber', stra_e: 'Ringstraße 5', plz: '1010', ort: 'Wien' },
  ),
  task('german-2', ADDRESS_DE, 'Bitte das Formular ausfüllen: Vorname Karl, Nachname Maier, Ort Graz.', {
    vorname: 'Karl',
    nachname: 'Maier',
    ort: 'Graz',
  }),
  task('event-1', EVENT, 'Fill in the form: Team lunch on 2027-05-04 from 12:00 to 13:30 in the canteen.', {
    title: 'Team lunch',
    date: '2027-05-04',
    start: '12:00',
    end: '13:30',
    place: 'canteen',
  }),
  task('event-2', EVENT, 'Fill in the form with title Dentist, date 2027-08-19, start 08:15.', {
    title: 'Dentist',
    date: '2027-08-19',
    start: '08:15',
  }),
  task('event-3', EVENT, 'Fill in the form: Choir practice, 2027-10-11, 19:00 to 21:00, St Mary.', {
    title: 'Choir practice',
    date: '2027-10-11',
    start: '19:00',
    end: '21:00',
    place: 'St Mary',
  }),
  task(
    'survey-1',
    SURVEY,
    'Fill in the form: I am satisfied, it was good, and I would recommend it. Comment: Kind staff.',
    { satisfaction: 'Good', would_recommend: 'Yes', comment: 'Kind staff.' },
  ),
  task('survey-2', SURVEY, 'Fill in the form: satisfaction poor, recommend no.', {
    satisfaction: 'Poor',
    would_recommend: 'No',
  }),
  task('survey-3', SURVEY, 'Fill in the form with Fair, and No for recommending. Comment: Too loud.', {
    satisfaction: 'Fair',
    would_recommend: 'No',
    comment: 'Too loud.',
  }),
  task('filter-1', FILTER, 'Fill in the filter form: between 20 and 80 euros, white, only in stock.', {
    minimum_price: 20,
    maximum_price: 80,
    colour: 'White',
    in_stock: true,
  }),
  task('filter-2', FILTER, 'Fill in the form: maximum price 150, colour red.', { maximum_price: 150, colour: 'Red' }),
  task('hotel-1', HOTEL, 'Fill in the form: Madrid, 2027-09-01 to 2027-09-05, one room with breakfast.', {
    city: 'Madrid',
    check_in: '2027-09-01',
    check_out: '2027-09-05',
    rooms: 1,
    breakfast: true,
  }),
  task('hotel-2', HOTEL, 'Fill in the form for 2 rooms in Kyoto from 2027-11-10 until 2027-11-12.', {
    city: 'Kyoto',
    check_in: '2027-11-10',
    check_out: '2027-11-12',
    rooms: 2,
  }),
  task('hotel-3', HOTEL, 'Please fill the form in: Prague, check-in 2 July 2027, check-out 4 July 2027, 1 room.', {
    city: 'Prague',
    check_in: '2027-07-02',
    check_out: '2027-07-04',
    rooms: 1,
  }),
  task(
    'repair-1',
    REPAIR,
    'Fill in the form: a Brio 3 kettle, serial number K-5512-A, bought on 2026-10-02, it does not heat, under warranty.',
    {
      device: 'Brio 3 kettle',
      serial_number: 'K-5512-A',
      bought_on: '2026-10-02',
      fault: 'it does not heat',
      under_warranty: true,
    },
  ),
  task('repair-2', REPAIR, 'Fill in the form. Device: toaster. Fault: the lever sticks.', {
    device: 'toaster',
    fault: 'the lever sticks',
  }),
  task('profile-1', PROFILE, 'Fill in the form: display name lampfan, website https://lamp.example, language German.', {
    display_name: 'lampfan',
    website: 'https://lamp.example',
    language: 'German',
  }),
  task('profile-2', PROFILE, 'Fill in the form with the name Mo, and about: I repair radios.', {
    display_name: 'Mo',
    about: 'I repair radios.',
  }),
  task('parcel-1', PARCEL, 'Fill in the form: 40 wide, 30 high, 20 deep, 2.5 kilos, express.', {
    width: 40,
    height: 30,
    depth: 20,
    weight: 2.5,
    speed: 'Express',
  }),
  task('parcel-2', PARCEL, 'Fill in the form: width 12, height 8, depth 5, weight 1, standard speed', {
    width: 12,
    height: 8,
    depth: 5,
    weight: 1,
    speed: 'Standard',
  }),
  task(
    'french-1',
    buildForm('Coordonnées', [text('Prénom'), text('Nom'), text('Ville')]),
    'Remplis le formulaire : je m’appelle Luc Martin et j’habite à Lyon.',
    { pr_nom: 'Luc', nom: 'Martin', ville: 'Lyon' },
  ),
  task(
    'spanish-1',
    buildForm('Datos', [text('Nombre'), text('Apellido'), text('Ciudad')]),
    'Rellena el formulario: me llamo Inés Vega y vivo en Sevilla.',
    { nombre: 'Inés', apellido: 'Vega', ciudad: 'Sevilla' },
  ),
  task(
    'login-free',
    buildForm('Library card', [text('Card number'), text('Surname')]),
    'Fill in the form: card number 77-1203, surname Novak.',
    { card_number: '77-1203', surname: 'Novak' },
  ),
  task(
    'ticket',
    buildForm('Tickets', [list('Zone', 'A', 'B', 'C'), number('Adults'), number('Children'), date('Day')]),
    'Fill in the form: 2 adults and 3 children for zone B on 2027-06-20.',
    { zone: 'B', adults: 2, children: 3, day: '2027-06-20' },
  ),
];
