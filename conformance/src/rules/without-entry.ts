/**
 * Numbered rules of the specification that have no entry in the registry, and why: a test sees to it
 * that every numbered rule is either there or here.
 */
export const withoutEntry: Readonly<Record<string, string>> = {
  '1-R1': 'It says what the service is for; 2.4 and 2.6 decide what that means.',
  '1-R2': 'It says what the roster is for; 2.8 and 4.2 decide what that means.',
  '1-R3': 'It names the two objects; 2.9 and 2.10 decide their fields.',
  '5-R1':
    'That a key is sent in X-API-KEY is what every request does; 4-T1 decides that it is needed.',
  '5-R3': 'Enrollment is 1-R5; that it is granted on the owner cannot be seen from outside.',
  '7-A1': 'A 202 is judged as an answer everywhere, never as an error.',
  '7-A3': 'Shape and codes of errors are open; 7-O2 records them.',
};
